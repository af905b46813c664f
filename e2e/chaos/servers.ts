import type { DatabaseLocation } from './database.ts';
import { createServer } from './server.ts';
import type { Server } from './server.ts';
import { rest } from './wait.ts';

/** The replicas of the API on one database. */
export interface Servers {
  startAll(): Promise<void>;
  stopAll(): Promise<void>;
  /** Kills one and starts it again after a pause (ms); where it is being restarted already, after that. */
  killAndRestart(replica: number, pause: number): Promise<void>;
  /** The port of one that is up, in turn; undefined: none is. */
  route(): number | undefined;
}

/** @param redisUrl through which several replicas reach each other's sockets */
export async function createServers(count: number, location: DatabaseLocation, redisUrl: string | undefined): Promise<Servers> {
  const env = {
    DATA_DIR: location.dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
    // Everybody comes from one address here.
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
        await rest(pause);
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
