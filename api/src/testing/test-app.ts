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
import type { UserRow } from '../features/accounts/schema.ts';
import type { Ports } from '../deps.ts';
import { makePicture } from '../features/files/pictures/make-picture.ts';
import type { CardRenderer } from '../features/previews/rendering/card.ts';
import type { PictureMaker } from '../features/files/pictures/pictures.ts';
import { openFolder } from '@solvent/object-store';
import type { Feature } from '../feature.ts';
import type { App } from '../platform/http/app.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Limits } from '../platform/limits/limits.ts';
import { createLogger } from '../platform/log.ts';
import { createLocalMail } from '../platform/mail/local-mail.ts';
import { createPayments } from '../platform/payments/payments.ts';
import { buildUser, signedInUser, testPasswords } from './factories.ts';
import type { TestCaller } from './factories.ts';
import { fakeIdentity } from './fake-identity.ts';
import { openTestDatabase } from './test-database.ts';

/** Jobs are done when a test says so. */
const TEST_CONFIG: Config = {
  ...readConfig({ NODE_ENV: 'test', CHANNEL: 'production', LOG_LEVEL: 'silent', SEED: 'none', RATE_LIMIT_FACTOR: '1000' }),
  role: 'web',
};

/** Pictures are made as in the processes of the real server (features/files/pictures), without their start. */
const picturesInThisProcess: PictureMaker = { make: makePicture, close: async () => {} };

/** What a card says, in place of its picture: how it is drawn is tested where that is (features/previews). */
const writtenCards: CardRenderer = { render: async (card) => Buffer.from(JSON.stringify(card)), close: async () => {} };

/** A request with a caller's header, if one is given. */
export type TestRequest = InjectOptions & { as?: TestCaller | undefined };

/** An answer; `body` is the parsed JSON, undefined where there is none. */
export interface TestResponse {
  status: number;
  // What a test reads of a body is up to the test.
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
}

/** The real application on a database of its own. */
export interface TestApp {
  app: App;
  db: Db;
  /** What the application was given. */
  ports: Ports;
  /** What counts calls, to watch or to replace. */
  limits: Limits;
  config: Config;
  /** Asks the application as the page does: with the access header, and signed in if `as` says so. */
  request(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    url: string,
    request?: TestRequest,
  ): Promise<TestResponse>;
  user(given?: Partial<NewUser>): Promise<UserRow>;
  signedIn(role: Role, given?: Partial<NewUser>): Promise<TestCaller>;
  /** Does the jobs whose time has come, and what is done by the hour. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    // The API's bodies are objects.
    return body as Record<string, unknown>;
  } catch {
    return {};
  }
}

function asker(app: App, appKey: string): TestApp['request'] {
  return async (method, url, { as, headers, ...request } = {}) => {
    const answer = await app.inject({
      method,
      url,
      ...request,
      headers: { [APP_KEY_HEADER]: appKey, ...as?.headers, ...headers },
    });
    return { status: answer.statusCode, body: parsed(answer.body), headers: answer.headers };
  };
}

/** What differs from the tests' own settings and ports; `features` add routes under /api that only a test needs. */
export interface TestAppOptions {
  /** The PostgreSQL server, instead of the one that all tests share. */
  server?: string;
  config?: Partial<Config>;
  ports?: Partial<Ports>;
  features?: Feature[];
  logger?: Logger;
  /** Delivers overdue events of the outbox every two seconds, as servers do. Otherwise only a test does. */
  sweeps?: boolean;
}

function portsOn({ db, ping }: Database, config: Config, folder: string): Ports {
  const files = openFolder(folder);
  return {
    cardRenderer: writtenCards,
    config,
    dataDisk: async () => ({ free: 1e10, size: 2e10, isReadOnly: false }),
    db,
    ping,
    files,
    identity: fakeIdentity,
    stopping: new AbortController().signal,
    mail: createLocalMail(db),
    passwords: testPasswords,
    payments: createPayments(config),
    pictures: picturesInThisProcess,
    push: undefined,
    releases: openReleaseStore(config.releases),
    renderer: undefined,
    redis: undefined,
    standby: undefined,
  };
}

/** Builds the real application for a test file; close it in `afterAll`. */
export async function createTestApp(changes: TestAppOptions = {}): Promise<TestApp> {
  const database = await openTestDatabase(changes.server);
  const { db } = database;
  const config = { ...TEST_CONFIG, ...changes.config };
  const folder = await mkdtemp(join(tmpdir(), 'solvent-test-files-'));
  const ports = { ...portsOn(database, config, folder), ...changes.ports };
  const release = async () => {
    await database.close();
    await rm(folder, { recursive: true });
  };
  try {
    let jobs: Jobs | undefined;
    let limits: Limits | undefined;
    const takeBackground: Feature = (_app, deps) => {
      ({ jobs, limits } = deps);
      if (!changes.sweeps) deps.outbox.start = () => {};
    };
    const app = await buildApp(ports, changes.logger ?? createLogger(config), [takeBackground, ...(changes.features ?? [])]);
    await app.ready();
    if (limits === undefined) throw new Error('The application has no limits');
    return {
      app,
      db,
      ports,
      limits,
      config,
      request: asker(app, config.appKey),
      user: (given) => buildUser(db, given),
      signedIn: (role, given) => signedInUser(db, role, given),
      runJobs: async () => jobs?.runAll(),
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
