import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { startCluster } from '../../../scripts/cluster/cluster.mjs';
import { ROOT } from '../root.ts';
import { failJobs } from './failing-jobs.ts';
import type { MailServer } from './mail-server.ts';
import type { NextRelease } from './next-release.ts';
import { upgrade } from './upgrade.ts';
import { rest } from '../wait.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

export interface ScenarioContext {
  cluster: Cluster;
  mail: MailServer;
  next: NextRelease;
}

interface ScenarioFindings {
  lost: number;
  twice: number;
}

export interface Scenario {
  name: string;
  isInCi: boolean;
  /** Whether no user may see a failure. */
  isInvisible?: boolean;
  /** @returns why it cannot run here, or undefined */
  getSkipReason?(context: ScenarioContext): string | undefined;
  /**
   * Causes the fault and repairs it.
   * @param markFaultEnd starts the measurement of the recovery @param outageMs length of the outage
   */
  run(context: ScenarioContext, markFaultEnd: () => void, outageMs: number): Promise<ScenarioFindings | void>;
}

const interrupt =
  (begin: (cluster: Cluster) => unknown, recover: (cluster: Cluster) => unknown): Scenario['run'] =>
  async ({ cluster }, markFaultEnd, outageMs) => {
    await begin(cluster);
    await rest(outageMs);
    await recover(cluster);
    markFaultEnd();
  };

const CLOCK_OFFSET_MS = 60_000;
const SHIFTED_CLOCK_URL = pathToFileURL(join(ROOT, 'scripts/cluster/shifted-clock.mjs')).href;

/** In this order: after the last one there is no standby. */
export const SCENARIOS: Scenario[] = [
  {
    name: 'a server killed',
    isInCi: true,
    async run(
      {
        cluster: {
          servers: [server],
        },
      },
      markFaultEnd,
    ) {
      await server?.kill();
      markFaultEnd();
      await server?.start();
    },
  },
  {
    name: 'all restarted, with a new version',
    isInCi: true,
    isInvisible: true,
    async run({ cluster, next }, markFaultEnd) {
      await upgrade(cluster, next);
      markFaultEnd();
    },
  },
  {
    name: 'PostgreSQL restarted',
    isInCi: false,
    async run(
      {
        cluster: {
          postgres: { primary },
        },
      },
      markFaultEnd,
    ) {
      await primary.restart();
      markFaultEnd();
    },
  },
  {
    name: 'Redis gone and emptied',
    isInCi: true,
    run: interrupt(
      ({ redis }) => redis.kill(),
      ({ redis }) => redis.start(),
    ),
  },
  {
    name: 'Redis silent',
    isInCi: false,
    run: interrupt(
      ({ redis }) => redis.pause(),
      ({ redis }) => redis.resume(),
    ),
  },
  {
    name: 'a server cut off from Redis',
    isInCi: false,
    run: interrupt(
      ({ servers: [server] }) => server?.redis?.cut(),
      ({ servers: [server] }) => server?.redis?.mend(),
    ),
  },
  {
    name: 'the bucket gone',
    isInCi: true,
    run: interrupt(
      ({ bucket }) => bucket.cut(),
      ({ bucket }) => bucket.mend(),
    ),
  },
  {
    name: 'the bucket slow, 5 s an answer',
    isInCi: false,
    run: interrupt(
      ({ bucket }) => bucket.slow(5000),
      ({ bucket }) => bucket.mend(),
    ),
  },
  {
    name: 'clocks a minute apart',
    isInCi: false,
    isInvisible: true,
    async run(
      {
        cluster: {
          servers: [, server],
        },
      },
      markFaultEnd,
      outageMs,
    ) {
      await server?.restart({ NODE_OPTIONS: `--import=${SHIFTED_CLOCK_URL}`, CLOCK_SHIFT: String(CLOCK_OFFSET_MS) });
      await rest(outageMs);
      await server?.restart({});
      markFaultEnd();
    },
  },
  {
    name: 'a job that fails always',
    isInCi: true,
    isInvisible: true,
    run: failJobs,
  },
  {
    name: "PostgreSQL's disk full",
    isInCi: false,
    getSkipReason: ({ cluster: { postgres } }) =>
      postgres.disk === undefined ? 'nobody may make a disk here: it needs root, or sudo without a password' : undefined,
    async run({ cluster: { postgres } }, markFaultEnd, outageMs) {
      const { primary, disk } = postgres;
      disk?.fill();
      await rest(outageMs);
      disk?.free();
      // PostgreSQL exits if its log has no room, and an operator starts it again.
      if (!(await primary.isWell())) await primary.restart();
      markFaultEnd();
    },
  },
  {
    name: 'PostgreSQL failed over',
    isInCi: true,
    async run({ cluster: { postgres } }, markFaultEnd) {
      await postgres.primary.kill();
      await postgres.promote();
      markFaultEnd();
    },
  },
];
