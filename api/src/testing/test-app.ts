import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import type { Logger } from 'pino';
import { APP_KEY_HEADER } from '@solvent/contracts';
import type { Role } from '@solvent/contracts';
import { openReleaseStore } from '@solvent/releases';
import { buildApp } from '../app.ts';
import type { NewUser } from '../features/accounts/auth/users.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/database.ts';
import type { UserRow } from '../schema/index.ts';
import type { Deps, Ports } from '../app.ts';
import { makePicture } from '../features/files/pictures/make-picture.ts';
import type { PictureMaker } from '../features/files/pictures/pictures.ts';
import { openFolder } from '@solvent/object-store';
import type { App, Feature } from '../platform/http/app.ts';
import { createLogger } from '../platform/log.ts';
import { createLocalMail } from '../platform/mail/mail.ts';
import { createPayments } from '../platform/payments/payments.ts';
import { buildUser, signedInUser, testPasswordHasher } from './factories.ts';
import type { TestCaller } from './factories.ts';
import { fakeIdentity } from './fake-identity.ts';
import { setUp } from './set-up.ts';
import { openTestDatabase } from './test-database.ts';

/** The role `web` runs no jobs; tests call `runJobs`. */
const TEST_CONFIG: Config = {
  ...readConfig({ NODE_ENV: 'test', CHANNEL: 'production', LOG_LEVEL: 'silent', SEED: 'none', RATE_LIMIT_FACTOR: '1000' }),
  role: 'web',
};

/** Processes pictures without the worker processes of features/files/pictures. */
const picturesInThisProcess: PictureMaker = { run: makePicture, close: async () => {} };

/** Cards are JSON instead of pictures. features/previews tests their rendering. */
const jsonCards: Ports['cardRenderer'] = { run: async (card) => Buffer.from(JSON.stringify(card)), close: async () => {} };

export type TestRequest = InjectOptions & { as?: TestCaller | undefined };

export interface TestResponse {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

export interface TestApp {
  app: App;
  db: Db;
  ports: Ports;
  deps: Deps;
  config: Config;
  /** Adds the access header, and the session of `as`. */
  request(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    url: string,
    request?: TestRequest,
  ): Promise<TestResponse>;
  user(given?: Partial<NewUser>): Promise<UserRow>;
  signedIn(role: Role, given?: Partial<NewUser>): Promise<TestCaller>;
  /** Runs due and hourly jobs. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

function parseBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function createRequest(app: App, appKey: string): TestApp['request'] {
  return async (method, url, { as, headers, ...options } = {}) => {
    const response = await app.inject({
      method,
      url,
      ...options,
      headers: { [APP_KEY_HEADER]: appKey, ...as?.headers, ...headers },
    });
    return { status: response.statusCode, body: parseBody(response.body), headers: response.headers };
  };
}

/** Overrides, and `features` with routes that only a test needs. */
export interface TestAppOptions {
  /** URL of a PostgreSQL server other than the shared one. */
  server?: string;
  config?: Partial<Config>;
  ports?: Partial<Ports>;
  features?: Feature<Deps>[];
  logger?: Logger;
  /** Sweeps the outbox like a server does. */
  sweeps?: boolean;
}

function createPorts({ db, ping }: Database, config: Config, folder: string): Ports {
  const files = openFolder(folder);
  return {
    cardRenderer: jsonCards,
    config,
    dataDisk: async () => ({ free: 1e10, size: 2e10, isReadOnly: false }),
    db,
    ping,
    files,
    identity: fakeIdentity,
    stopping: new AbortController().signal,
    mail: createLocalMail(db),
    passwords: testPasswordHasher,
    payments: createPayments(config),
    pictures: picturesInThisProcess,
    push: undefined,
    releases: openReleaseStore(config.releases),
    renderer: undefined,
    redis: undefined,
    standby: undefined,
  };
}

/** Creates an application for one test, which closes it. Otherwise, use {@link setUpTestApp}. */
export async function createTestApp(changes: TestAppOptions = {}): Promise<TestApp> {
  const database = await openTestDatabase(changes.server);
  const { db } = database;
  const config = { ...TEST_CONFIG, ...changes.config };
  const folder = await mkdtemp(join(tmpdir(), 'solvent-test-files-'));
  const ports = { ...createPorts(database, config, folder), ...changes.ports };
  const release = async () => {
    await database.close();
    await rm(folder, { recursive: true });
  };
  try {
    let deps: Deps | undefined;
    const captureDeps: Feature<Deps> = (_app, given) => {
      deps = given;
      if (!changes.sweeps) deps.outbox.start = () => {};
    };
    const app = await buildApp(ports, changes.logger ?? createLogger(config), [captureDeps, ...(changes.features ?? [])]);
    await app.ready();
    if (deps === undefined) throw new Error('The application has no dependencies');
    const { jobs } = deps;
    return {
      app,
      db,
      ports,
      deps,
      config,
      request: createRequest(app, config.appKey),
      user: (given) => buildUser(db, given),
      signedIn: (role, given) => signedInUser(db, role, given),
      runJobs: () => jobs.runAll(),
      close: async () => {
        await app.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** {@link setUp} of an application. @param changes a function if they depend on other set-up */
export const setUpTestApp = (changes: TestAppOptions | (() => TestAppOptions) = {}): TestApp =>
  setUp(() => createTestApp(typeof changes === 'function' ? changes() : changes));
