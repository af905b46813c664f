import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startCluster } from '../../../scripts/cluster/cluster.mjs';
import { ROOT } from '../root.ts';
import { failJobs } from './hopeless-jobs.ts';
import type { MailServer } from './mail-server.ts';
import type { NextRelease } from './next-release.ts';
import { upgrade } from './upgrade.ts';
import { rest } from '../wait.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** All that there is on a day. */
export interface World {
  cluster: Cluster;
  mail: MailServer;
  next: NextRelease;
}

/** What a day finds itself, besides what is found of people's work. */
interface OwnFindings {
  lost: number;
  twice: number;
}

/** A bad day. */
export interface Day {
  name: string;
  /** Whether it is one of those that CI has. */
  isShort: boolean;
  /** Whether nobody may see anything fail. */
  isUnseen?: boolean;
  /** Why it cannot be here, in a sentence; undefined: it can. */
  isImpossible?(world: World): string | undefined;
  /**
   * Brings it about, and mends it.
   *
   * @param over says that the fault itself is over: from then on it is measured how long it is until all is normal
   * @param gone how long (ms) what is gone is gone
   */
  bring(world: World, over: () => void, gone: number): Promise<OwnFindings | void>;
}

/** Something is taken away and comes back. */
const away =
  (take: (cluster: Cluster) => unknown, bringBack: (cluster: Cluster) => unknown): Day['bring'] =>
  async ({ cluster }, over, gone) => {
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
    async bring(
      {
        cluster: {
          servers: [server],
        },
      },
      over,
    ) {
      await server?.kill();
      over();
      await server?.start();
    },
  },
  {
    name: 'all restarted, with a new version',
    isShort: true,
    isUnseen: true,
    async bring({ cluster, next }, over) {
      await upgrade(cluster, next);
      over();
    },
  },
  {
    name: 'PostgreSQL restarted',
    isShort: false,
    async bring(
      {
        cluster: {
          postgres: { primary },
        },
      },
      over,
    ) {
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
    isShort: false,
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
    async bring(
      {
        cluster: {
          servers: [, server],
        },
      },
      over,
      gone,
    ) {
      await server?.restart({ NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_SHIFT: String(APART) });
      await rest(gone);
      await server?.restart({});
      over();
    },
  },
  {
    name: 'a job that fails always',
    isShort: true,
    isUnseen: true,
    bring: failJobs,
  },
  {
    name: "PostgreSQL's disk full",
    isShort: false,
    isImpossible: ({ cluster: { postgres } }) =>
      postgres.disk === undefined ? 'nobody may make a disk here: it needs root, or sudo without a password' : undefined,
    async bring({ cluster: { postgres } }, over, gone) {
      const { primary, disk } = postgres;
      disk?.fill();
      await rest(gone);
      disk?.free();
      // Where its log had no room it has ended, and whoever made room starts it.
      if (!(await primary.isWell())) await primary.restart();
      over();
    },
  },
  {
    name: 'PostgreSQL failed over',
    isShort: true,
    async bring({ cluster: { postgres } }, over) {
      await postgres.primary.kill();
      await postgres.promote();
      over();
    },
  },
];
