import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Role } from '@solvent/contracts';
import { openDatabase } from '../chaos/database.ts';
import type { Database } from '../chaos/database.ts';
import { addPeople } from '../chaos/people.ts';
import type { Person } from '../chaos/people.ts';
import { createServer, IDENTITY } from '../chaos/server.ts';
import type { Server } from '../chaos/server.ts';
import { waitUntil } from '../chaos/wait.ts';
import { sendRequest } from './send-request.ts';
import type { HttpResponse, RequestOptions } from './send-request.ts';
import type { Options } from './options.ts';

export const PASSWORD = 'Ask-me-nothing-2026';

const PEOPLE_PER_ROLE = 6000;
/** Existing problems make counting slow. */
const PROBLEM_COUNT = { short: 5000, long: 60_000 };

export interface Target {
  url: string;
  database: Database;
  short: boolean;
  request(options: RequestOptions): Promise<HttpResponse>;
  /** @returns an account without any activity */
  claimPerson(role: Role): Person;
  /** @returns an address of a network that has sent no request */
  newIp(): string;
  /** Starts another server on the same database. @param env added to the settings of the first server */
  startServer(env?: Record<string, string>): Promise<Server>;
  getProduction(): Promise<{ url: string; database: Database; log: string }>;
  /** Calls the identity emulator, which starts the first time. @param method of the Identity Toolkit, such as `signUp` */
  callIdentity(method: string, body: object, isOwner?: boolean): Promise<Record<string, unknown>>;
  /** Restarts the first server if it has exited. @returns its last output in that case */
  restartIfDown(): Promise<string | undefined>;
  /** Runs one of the product's programs. @param args path in the product, and arguments @returns its output */
  run(args: string[], env?: Record<string, string>): Promise<string>;
  /** @returns how often Redis has run a command, such as `ping` */
  redisCalls(command: string): Promise<number>;
  requireFromApi(name: string): unknown;
  product: string;
  close(): Promise<void>;
}

interface Argon2 {
  hash(password: string, options: { memoryCost: number; timeCost: number; parallelism: number }): Promise<string>;
}

interface RedisModule {
  Redis: new (url: string) => { info(section: string): Promise<string>; quit(): Promise<unknown> };
}

/** 198.18.0.0/15 is reserved for benchmarks of networks. */
function createIpGenerator(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `198.${18 + (last >> 16)}.${(last >> 8) & 255}.${last & 255}`;
  };
}

function claimAccount(people: Person[]): Person {
  const claimed = people.pop();
  if (claimed === undefined) throw new Error('All accounts are used: create more.');
  return claimed;
}

function createProgramRunner(product: string, settings: Record<string, string>) {
  const execute = promisify(execFile);
  return async ([program = '', ...args]: string[], env: Record<string, string> = {}): Promise<string> => {
    const all = { PATH: process.env['PATH'], ENV_FILE: 'none', ...settings, ...env };
    const { stdout, stderr } = await execute(process.execPath, [join(product, program), ...args], { cwd: product, env: all });
    return stdout + stderr;
  };
}

/** Settings without which a production server warns at startup. */
export const STARTUP_WARNINGS = ['SMTP_URL', 'PAYMENTS'];
const STARTUP_WARNINGS_TIMEOUT_MS = 20_000;

const PRODUCTION_SETTINGS = {
  NODE_ENV: 'production',
  FIREBASE_PROJECT_ID: 'solvent-attacks',
  FIREBASE_API_KEY: 'no-key',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  PUBLIC_URL: 'https://solvent.example',
};

export interface Services {
  databaseUrl: string;
  /** Without Redis a database allows one server only. */
  redisUrl: string;
  dataDir: string;
}

export async function startTarget({ product, short }: Options, { databaseUrl, redisUrl, dataDir }: Services): Promise<Target> {
  const emulator = await createServer({}, product, IDENTITY);
  let emulatorStart: Promise<void> | undefined;
  // The servers read client addresses from `x-forwarded-for`.
  const settings = {
    IDENTITY_PORT: String(emulator.port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    // One of its servers runs in production mode, but the commands do not.
    CHANNEL: 'production',
    SEED: 'none',
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'loopback',
    SECURITY_CONTACT: 'mailto:security@solvent.example',
  };
  const run = createProgramRunner(product, settings);
  const requireFromApi = createRequire(join(product, 'api/package.json'));
  const closing: (() => Promise<unknown>)[] = [() => emulator.kill()];
  const start = async (env: Record<string, string>) => {
    const created = await createServer(env, product);
    // A graceful stop would wait for requests that an attack left unfinished.
    closing.push(() => created.kill());
    await created.start();
    return created;
  };
  const open = async (url: string) => {
    const opened = await openDatabase(url);
    closing.push(() => opened.close());
    return opened;
  };

  await run(['delivery/dist/main.js', 'deploy']);
  // Seeds in a process of its own, to keep the seed's memory out of the measurement.
  const demo = { SEED: 'demo', DEMO_PROBLEMS: String(short ? PROBLEM_COUNT.short : PROBLEM_COUNT.long) };
  const seeder = await createServer({ ...settings, ...demo }, product);
  await seeder.start();
  await seeder.stop();
  const database = await open(databaseUrl);
  const { hash } = requireFromApi('@node-rs/argon2') as Argon2;
  const { Redis } = requireFromApi('ioredis') as RedisModule;
  const redis = new Redis(redisUrl);
  closing.push(() => redis.quit());
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const people = {
    seeker: await addPeople(database, PEOPLE_PER_ROLE, 'seeker', passwordHash),
    solver: await addPeople(database, PEOPLE_PER_ROLE, 'solver', passwordHash),
  };
  const first = await start(settings);
  const url = `http://127.0.0.1:${first.port}`;
  let productionStart: ReturnType<Target['getProduction']> | undefined;

  const startProduction: Target['getProduction'] = async () => {
    await database.query('CREATE DATABASE in_production');
    const productionUrl = Object.assign(new URL(databaseUrl), { pathname: '/in_production' }).href;
    // It is alone on its database, and therefore needs no Redis.
    const started = await start({
      ...settings,
      ...PRODUCTION_SETTINGS,
      DATABASE_URL: productionUrl,
      REDIS_URL: '',
      LOG_LEVEL: 'info',
    });
    // The server warns after its first response.
    await waitUntil(() => STARTUP_WARNINGS.every((name) => started.readLog().includes(name)), STARTUP_WARNINGS_TIMEOUT_MS);
    return { url: `http://127.0.0.1:${started.port}`, database: await open(productionUrl), log: started.readLog() };
  };

  const toolkit = `http://127.0.0.1:${emulator.port}/identitytoolkit.googleapis.com/v1/accounts:`;
  const callIdentity: Target['callIdentity'] = async (method, body, isOwner = false) => {
    await (emulatorStart ??= emulator.start());
    const headers = { 'content-type': 'application/json', ...(isOwner && { authorization: 'Bearer owner' }) };
    const response = await fetch(`${toolkit}${method}?key=demo-key`, { method: 'POST', headers, body: JSON.stringify(body) });
    // The emulator responds with a JSON object.
    return (await response.json()) as Record<string, unknown>;
  };

  return {
    url,
    database,
    short,
    product,
    run,
    request: (options) => sendRequest(url, options),
    claimPerson: (role) => claimAccount(people[role]),
    newIp: createIpGenerator(),
    async restartIfDown() {
      if (first.isUp()) return undefined;
      const log = first.readLog();
      await first.start();
      return log;
    },
    startServer: (env = {}) => start({ ...settings, ...env }),
    getProduction: () => (productionStart ??= startProduction()),
    callIdentity: callIdentity,
    redisCalls: async (command) =>
      Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(await redis.info('commandstats'))?.[1] ?? 0),
    requireFromApi: (name): unknown => requireFromApi(name),
    async close() {
      for (const end of closing.toReversed()) await end();
    },
  };
}
