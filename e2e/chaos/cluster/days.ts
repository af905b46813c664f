import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startCluster } from '../../../scripts/cluster/cluster.mjs';
import { ROOT } from '../root.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** A bad day. */
export interface Day {
  name: string;
  /** Whether it is one of those that CI has. */
  isShort: boolean;
  /** Whether nobody may see anything fail. */
  isUnseen?: boolean;
  /**
   * Brings it about, and mends it.
   *
   * @param over says that the fault itself is over: from then on it is measured how long it is until all is normal
   * @param gone how long (ms) what is gone is gone
   */
  bring(cluster: Cluster, over: () => void, gone: number): Promise<void>;
}

const rest = (time: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, time);
  });

/** Something is taken away and comes back. */
const away =
  (take: (cluster: Cluster) => unknown, bringBack: (cluster: Cluster) => unknown): Day['bring'] =>
  async (cluster, over, gone) => {
    await take(cluster);
    await rest(gone);
    await bringBack(cluster);
    over();
  };

/** How far (ms) two servers' clocks are apart. */
const APART = 60_000;
const SHIFTED_CLOCK = pathToFileURL(join(ROOT, 'scripts/cluster/shifted-clock.mjs')).href;

/** In their order: after the last one there is no standby any more. */
export const DAYS: Day[] = [
  {
    name: 'a server killed',
    isShort: true,
    async bring({ servers: [server] }, over) {
      await server?.kill();
      over();
      await server?.start();
    },
  },
  {
    name: 'all restarted, one by one',
    isShort: true,
    isUnseen: true,
    async bring({ servers, worker, deliver }, over) {
      for (const [index, part] of [...servers, worker].entries()) {
        // In the midst of it what is live changes, too.
        const isMidst = index === 1;
        await Promise.all([
          part?.restart(),
          isMidst && deliver('overrides', 'versions', 'off', '--why', 'A new revision while servers restart'),
        ]);
      }
      over();
    },
  },
  {
    name: 'PostgreSQL restarted',
    isShort: true,
    async bring({ postgres: { primary } }, over) {
      await primary.restart();
      over();
    },
  },
  {
    name: 'Redis gone and emptied',
    isShort: true,
    bring: away(
      ({ redis }) => redis.kill(),
      ({ redis }) => redis.start(),
    ),
  },
  {
    name: 'Redis silent',
    isShort: false,
    bring: away(
      ({ redis }) => redis.pause(),
      ({ redis }) => redis.resume(),
    ),
  },
  {
    name: 'a server cut off from Redis',
    isShort: true,
    bring: away(
      ({ servers: [server] }) => server?.redis?.cut(),
      ({ servers: [server] }) => server?.redis?.mend(),
    ),
  },
  {
    name: 'the bucket gone',
    isShort: true,
    bring: away(
      ({ bucket }) => bucket.cut(),
      ({ bucket }) => bucket.mend(),
    ),
  },
  {
    name: 'the bucket slow, 5 s an answer',
    isShort: false,
    bring: away(
      ({ bucket }) => bucket.slow(5000),
      ({ bucket }) => bucket.mend(),
    ),
  },
  {
    name: 'clocks a minute apart',
    isShort: false,
    isUnseen: true,
    async bring({ servers: [, server] }, over, gone) {
      await server?.restart({ NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_SHIFT: String(APART) });
      await rest(gone);
      await server?.restart({});
      over();
    },
  },
  {
    name: 'PostgreSQL failed over',
    isShort: true,
    async bring({ postgres }, over) {
      await postgres.primary.kill();
      await postgres.promote();
      over();
    },
  },
];
