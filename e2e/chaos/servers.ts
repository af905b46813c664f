import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseLocation } from './database.ts';
import { createServer } from './server.ts';
import type { Server } from './server.ts';

export interface Servers {
  startAll(): Promise<void>;
  stopAll(): Promise<void>;
  /** Waits for a restart that is running already. @param pause in ms */
  killAndRestart(replica: number, pause: number): Promise<void>;
  /** @returns the ports of running servers in turn, or undefined if none runs */
  route(): number | undefined;
}

export async function createServers(count: number, location: DatabaseLocation, redisUrl: string | undefined): Promise<Servers> {
  const env = {
    DATA_DIR: location.dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
    // Effectively disables the limits per address, because all requests have the same one.
    RATE_LIMIT_FACTOR: '100000',
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    ...(redisUrl && { REDIS_URL: redisUrl }),
  };
  const servers: Server[] = [];
  while (servers.length < count) servers.push(await createServer(env));
  const restarts = new Map<number, Promise<void>>();
  let next = 0;
  return {
    async startAll() {
      for (const server of servers) await server.start();
    },
    async stopAll() {
      await Promise.all(servers.map((server) => server.stop()));
    },
    async killAndRestart(replica, pause) {
      const before = restarts.get(replica) ?? Promise.resolve();
      const restart = before.then(async () => {
        await servers[replica]?.kill();
        await wait(pause);
        await servers[replica]?.start();
      });
      restarts.set(replica, restart);
      await restart;
    },
    route() {
      const up = servers.filter((server) => server.isUp());
      next += 1;
      return up[next % up.length]?.port;
    },
  };
}
