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

/** The password of everybody here. */
export const PASSWORD = 'Ask-me-nothing-2026';

const PEOPLE_PER_ROLE = 6000;
/** Problems that are there before anybody attacks: counting them takes its time. */
const PROBLEM_COUNT = { short: 5000, long: 60_000 };

/** The product that is attacked, and who is in it. */
export interface Target {
  url: string;
  database: Database;
  /** Whether it is the short form. */
  short: boolean;
  /** Asks the server. */
  request(options: RequestOptions): Promise<HttpResponse>;
  /** Somebody who has done nothing yet. */
  claimPerson(role: Role): Person;
  /** The address of a network that nobody has come from yet. */
  newIp(): string;
  /** A further server of the same database; it ends with the world. @param env besides what the first one is told */
  startServer(env?: Record<string, string>): Promise<Server>;
  /** A server in production on a database of its own, the same one for all who ask; `said`: at its start. */
  getProduction(): Promise<{ url: string; database: Database; log: string }>;
  /**
   * Calls the identity emulator that the server trusts, as any of its clients can, or as its owner. Starts it the first time.
   * @param method of the Identity Toolkit, such as `signUp`
   */
  callIdentity(method: string, body: object, isOwner?: boolean): Promise<Record<string, unknown>>;
  /** What the first server said last, where it has ended meanwhile: then it runs again. */
  restartIfDown(): Promise<string | undefined>;
  /** Runs one of the product's programs. @param args its file in the product, and its arguments @returns what it said */
  run(args: string[], env?: Record<string, string>): Promise<string>;
  /** How often Redis has run a command, such as `ping`, for anyone. */
  redisCalls(command: string): Promise<number>;
  /** Requires a library as the API has it. */
  requireFromApi(name: string): unknown;
  /** Folder of the product. */
  product: string;
  close(): Promise<void>;
}

interface Argon2 {
  hash(password: string, options: { memoryCost: number; timeCost: number; parallelism: number }): Promise<string>;
}

interface RedisModule {
  Redis: new (url: string) => { info(section: string): Promise<string>; quit(): Promise<unknown> };
}

/** 198.18.0.0/15 is for tests of networks: nobody is there. */
function createIpGenerator(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `198.${18 + (last >> 16)}.${(last >> 8) & 255}.${last & 255}`;
  };
}

function claim(people: Person[]): Person {
  const claimed = people.pop();
  if (claimed === undefined) throw new Error('There is nobody left who has done nothing yet: more people are needed.');
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

/** What a server in production notes at its start where it has none, within so long (ms). */
export const STARTUP_WARNINGS = ['SMTP_URL', 'PAYMENTS'];
const STARTUP_WARNINGS_TIMEOUT_MS = 20_000;

/** What production needs at least, besides a database. */
const PRODUCTION_SETTINGS = {
  NODE_ENV: 'production',
  FIREBASE_PROJECT_ID: 'solvent-attacks',
  FIREBASE_API_KEY: 'no-key',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  PUBLIC_URL: 'https://solvent.example',
};

/** What a world needs. */
export interface Services {
  /** A PostgreSQL that nothing else uses. */
  databaseUrl: string;
  /** A Redis that nothing else uses: without Redis a database allows one server only. */
  redisUrl: string;
  /** An empty folder. */
  dataDir: string;
}

/** Starts a world. */
export async function startTarget({ product, short }: Options, { databaseUrl, redisUrl, dataDir }: Services): Promise<Target> {
  const emulator = await createServer({}, product, IDENTITY);
  let emulatorStart: Promise<void> | undefined;
  // Everybody's address is told by the proxy that these requests come through.
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
    // What an attack left half sent would be waited for.
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
  // In a process of its own: what filling takes is no part of what is measured.
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
  const isUp = async () => (await sendRequest(url, { path: '/api/health/live', ip: '127.0.0.1' })).status === 200;
  let productionStart: ReturnType<Target['getProduction']> | undefined;

  const startProduction: Target['getProduction'] = async () => {
    await database.query('CREATE DATABASE in_production');
    const productionUrl = Object.assign(new URL(databaseUrl), { pathname: '/in_production' }).href;
    // The only server of its database, separate from those of the other deployment.
    const started = await start({ ...settings, ...PRODUCTION_SETTINGS, DATABASE_URL: productionUrl, REDIS_URL: '', LOG_LEVEL: 'info' });
    // Notes follow the first answer, on a busy machine a while later.
    await waitUntil(() => STARTUP_WARNINGS.every((name) => started.readLog().includes(name)), STARTUP_WARNINGS_TIMEOUT_MS);
    return { url: `http://127.0.0.1:${started.port}`, database: await open(productionUrl), log: started.readLog() };
  };

  const toolkit = `http://127.0.0.1:${emulator.port}/identitytoolkit.googleapis.com/v1/accounts:`;
  const callIdentity: Target['callIdentity'] = async (method, body, isOwner = false) => {
    await (emulatorStart ??= emulator.start());
    const headers = { 'content-type': 'application/json', ...(isOwner && { authorization: 'Bearer owner' }) };
    const response = await fetch(`${toolkit}${method}?key=demo-key`, { method: 'POST', headers, body: JSON.stringify(body) });
    // The emulator answers JSON.
    return (await response.json()) as Record<string, unknown>;
  };

  return {
    url,
    database,
    short,
    product,
    run,
    request: (options) => sendRequest(url, options),
    claimPerson: (role) => claim(people[role]),
    newIp: createIpGenerator(),
    async restartIfDown() {
      if (await isUp()) return undefined;
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
