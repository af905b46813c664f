import { Writable } from 'node:stream';
import type { Socket } from 'socket.io-client';
import type { Message } from '@solvent/contracts';
import { createLogger } from '../platform/log.ts';
import { openTestSockets } from './sockets.ts';
import type { TestSockets } from './sockets.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import { connectRedis } from '../platform/redis/redis.ts';
import type { TestCaller } from './factories.ts';
import { createTestApp } from './test-app.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';
import { buildForm } from './uploads.ts';
import { newId } from '../platform/db/new-id.ts';

/** One of several servers on one database. */
export interface Replica {
  app: TestApp;
  sockets: TestSockets;
  realtime: Realtime;
  /** Lines of its log. */
  logLines: () => string[];
  close(): Promise<void>;
}

/**
 * A server on Redis.
 * @param first the one whose database it shares; without it, it is the first
 */
export async function createReplica(redisUrl: string, first?: Replica, changes: TestAppOptions = {}): Promise<Replica> {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ logLevel: 'info' }, destination);
  const redis = connectRedis(redisUrl, logger);
  const shared = first && { db: first.app.ports.db, ping: first.app.ports.ping, files: first.app.ports.files };
  let realtime: Realtime | undefined;
  const app = await createTestApp({
    sweeps: true,
    ...changes,
    logger,
    ports: { ...changes.ports, ...shared, redis },
    features: [
      (_app, deps) => {
        realtime = deps.realtime;
      },
    ],
  });
  const sockets = await openTestSockets(app);
  if (realtime === undefined) throw new Error('The application has no sockets');
  const close = async () => {
    sockets.disconnectAll();
    await app.close();
    redis.close();
  };
  return { app, sockets, realtime, logLines: () => lines, close };
}

/** Sends a message through one replica. */
export async function sendThrough({ app }: Replica, as: TestCaller, conversationId: string, content: string): Promise<Message> {
  const texts = { conversationId, content, clientId: newId() };
  const form = await buildForm(Object.entries(texts).map(([field, text]) => ({ field, text })));
  const { status, body } = await app.request('POST', '/api/chat/messages', { as, ...form });
  if (status !== 201) throw new Error(`Sending answered ${status}: ${JSON.stringify(body)}`);
  // The answer's schema lets nothing else out.
  return body['message'] as Message;
}

/** Settles when a socket hears of something for which `is` holds. */
export function receivedBy<Payload>(socket: Socket, event: string, is: (payload: Payload) => boolean): Promise<Payload> {
  return new Promise((resolve) => {
    const listen = (payload: Payload) => {
      if (!is(payload)) return;
      socket.off(event, listen);
      resolve(payload);
    };
    socket.on(event, listen);
  });
}

/** Settles when something holds, which is asked again and again. */
export async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
