import type { Socket } from 'socket.io-client';
import type { Message } from '@solvent/contracts';
import { openTestSockets } from './sockets.ts';
import type { TestSockets } from './sockets.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import { connectRedis } from '../platform/redis/redis.ts';
import { getMessage, send } from './chat.ts';
import type { TestCaller } from './factories.ts';
import { recordedLog } from './recorded-log.ts';
import { createTestApp } from './test-app.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';

export interface Replica {
  app: TestApp;
  sockets: TestSockets;
  realtime: Realtime;
  logLines: () => string[];
  close(): Promise<void>;
}

/** @param first replica whose database and files are shared */
export async function createReplica(redisUrl: string, first?: Replica, changes: TestAppOptions = {}): Promise<Replica> {
  const { lines, logger } = recordedLog('info');
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
  if (realtime === undefined) throw new Error('The application has no realtime');
  const close = async () => {
    sockets.disconnectAll();
    await app.close();
    redis.close();
  };
  return { app, sockets, realtime, logLines: () => lines, close };
}

export const sendThrough = async ({ app }: Replica, as: TestCaller, conversationId: string, content: string): Promise<Message> =>
  getMessage(await send(app, as, { conversationId, content, asForm: true }));

/** Resolves with the first event whose payload matches. */
export function receivedBy<Payload>(socket: Socket, event: string, matches: (payload: Payload) => boolean): Promise<Payload> {
  return new Promise((resolve) => {
    const listener = (payload: Payload) => {
      if (!matches(payload)) return;
      socket.off(event, listener);
      resolve(payload);
    };
    socket.on(event, listener);
  });
}
