import { join } from 'node:path';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Message } from '@solvent/contracts';
import { SOCKET } from '@solvent/contracts';
import type { Database } from '../platform/db/database.ts';
import { newId } from '../platform/db/new-id.ts';
import { outbox } from '../platform/schema.ts';
import { openConversationBetween, pairInConversation } from '../testing/pair.ts';
import { received } from '../testing/sockets.ts';
import { buildApi, startServer, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';
import { signedInUser } from '../testing/factories.ts';
import type { TestCaller } from '../testing/factories.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { publishLiveRelease } from '../testing/releases.ts';
import { flushRedis, openRedisProxy, getTestRedisUrl } from '../testing/redis.ts';
import { receivedBy } from '../testing/replicas.ts';
import { waitUntil } from '../testing/wait-until.ts';

const TIME = 300_000;
const MESSAGES = 60;
const data = temporaryFolder();
const running: (() => Promise<unknown>)[] = [];
const sockets: Socket[] = [];

let built: BuiltApi;
/** The database that the processes share. */
let observer: Database;

beforeAll(async () => {
  await flushRedis();
  built = await buildApi();
  observer = await openTestDatabase();
  await publishLiveRelease(join(data.path, 'releases'));
}, TIME);
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await Promise.all(running.splice(0).map((end) => end()));
});
afterAll(async () => {
  await observer.close();
  built.remove();
  data.remove();
});

/** A server as it runs in production. */
async function startReplica(redisUrl = getTestRedisUrl().href) {
  const replica = await startServer(built, {
    RATE_LIMIT_FACTOR: '1000',
    DATA_DIR: data.path,
    DATABASE_URL: observer.db.$client.options.connectionString ?? '',
    REDIS_URL: redisUrl,
  });
  running.push(replica.stop);
  return replica;
}

async function connect(url: string, { token }: TestCaller): Promise<Socket> {
  const socket = io(url, { path: SOCKET.path, transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } });
  sockets.push(socket);
  await received(socket, 'connect');
  return socket;
}

async function send(url: string, as: TestCaller, conversationId: string, content: string): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ conversationId, content, clientId: newId() })) body.append(name, value);
  const headers = { ...as.headers, 'x-app-key': 'solvent-web' };
  const answer = await fetch(`${url}/api/chat/messages`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`Sending answered ${answer.status}`);
  return content;
}

const until200 = (url: string) => waitUntil(async () => (await fetch(`${url}/api/health/ready`)).ok);

describe('a server that is killed beside another one', () => {
  it(
    'leaves what it stored and did not get to say to the other one',
    async () => {
      const line = await openRedisProxy();
      const [cutOff, other] = [await startReplica(line.url), await startReplica()];
      await Promise.all([cutOff, other].map(({ url }) => until200(url)));
      const { seeker, solver, conversationId } = await pairInConversation(observer.db);
      const page = await connect(other.url, solver);
      const seen = new Set<string>();
      page.on('message', ({ content }: Message) => seen.add(content));
      await line.cut();
      const promised = await send(cutOff.url, seeker, conversationId, 'Stored and not said');
      await cutOff.kill();
      await waitUntil(async () => seen.has(promised));
      await waitUntil(async () => (await observer.db.select().from(outbox)).length === 0);
      expect(page.connected).toBe(true);
      await line.close();
    },
    TIME,
  );

  it(
    'among messages loses none that it promised',
    async () => {
      const [first, other] = [await startReplica(), await startReplica()];
      await Promise.all([first, other].map(({ url }) => until200(url)));
      const { seeker, solver, conversationId } = await pairInConversation(observer.db);
      const page = await connect(other.url, solver);
      const seen = new Set<string>();
      page.on('message', ({ content }: Message) => seen.add(content));
      const promised: string[] = [];
      const sending = Array.from({ length: MESSAGES }, async (_, number) => {
        // Requests to a dead server fail, as expected.
        const stored = await send(first.url, seeker, conversationId, `Message ${number}`).catch(() => undefined);
        if (stored !== undefined) promised.push(stored);
        if (promised.length === MESSAGES / 4) await first.kill();
      });
      await Promise.all(sending);
      expect(promised.length).toBeGreaterThanOrEqual(MESSAGES / 4);
      await waitUntil(async () => promised.every((content) => seen.has(content)));
      await waitUntil(async () => (await observer.db.select().from(outbox)).length === 0);
    },
    TIME,
  );

  it(
    'has its people told of as gone within half a minute, those on the other one excepted',
    async () => {
      const [first, other] = [await startReplica(), await startReplica()];
      await Promise.all([first, other].map(({ url }) => until200(url)));
      const { seeker, solver } = await pairInConversation(observer.db);
      const both = await signedInUser(observer.db, 'solver');
      await openConversationBetween(observer.db, seeker, both);
      const page = await connect(other.url, seeker);
      const came = [solver, both].map(({ user }) =>
        receivedBy<{ userId: string }>(page, 'presence', ({ userId }) => userId === user.id),
      );
      await connect(first.url, solver);
      await connect(first.url, both);
      await Promise.all(came);
      await connect(other.url, both);
      const gone: string[] = [];
      page.on('presence', ({ userId, online }: { userId: string; online: boolean }) => {
        if (!online) gone.push(userId);
      });
      await first.kill();
      await waitUntil(async () => gone.length > 0);
      expect(gone).toEqual([solver.user.id]);
    },
    TIME,
  );
});
