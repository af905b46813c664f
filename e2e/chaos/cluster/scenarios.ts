import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import type { startCluster } from '../../../scripts/cluster/cluster.mjs';
import { ROOT } from '../root.ts';
import { waitUntil } from '../wait.ts';
import { failJobs } from './failing-jobs.ts';
import { runCommand } from './run-command.ts';
import type { MailServer } from './mail-server.ts';
import type { NextRelease } from './next-release.ts';

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
  isInvisible?: boolean;
  /** @returns why it cannot run here, or undefined */
  getSkipReason?(context: ScenarioContext): string | undefined;
  /** Causes the fault and repairs it. @param markFaultEnd starts the measurement of the recovery */
  run(context: ScenarioContext, markFaultEnd: () => void, outageMs: number): Promise<ScenarioFindings | void>;
}

const createOutage =
  (fail: (cluster: Cluster) => unknown, recover: (cluster: Cluster) => unknown): Scenario['run'] =>
  async ({ cluster }, markFaultEnd, outageMs) => {
    await fail(cluster);
    await wait(outageMs);
    await recover(cluster);
    markFaultEnd();
  };

const CLOCK_OFFSET_MS = 60_000;
const SHIFTED_CLOCK_URL = pathToFileURL(join(ROOT, 'scripts/cluster/shifted-clock.mjs')).href;

/** Servers poll the live release every few seconds. */
const LIVE_TIMEOUT_MS = 60_000;

const fetchText = async (url: string) => (await fetch(url, { headers: { 'x-app-key': 'solvent-web' } })).text();

function useBuild(node: Cluster['servers'][number], api: string): void {
  node.command = node.command.map((word) => (word === join(ROOT, 'api/dist/main.js') ? join(api, 'dist/main.js') : word));
}

/**
 * Upgrades as docs/operating.md describes: the database first, then one server after the other. A team promotes a new version of
 * its remote meanwhile.
 * @throws Error if a server does not run the new release
 */
async function upgrade(cluster: Cluster, { api, version, remote }: NextRelease): Promise<void> {
  const { servers, worker, settings, deliver } = cluster;
  await runCommand(settings, ['migrate'], api);
  const promote = () => deliver('promote', `${remote.name}@${remote.version}`, '--why', 'A new version while servers restart');
  const nodes = worker === undefined ? servers : [...servers, worker];
  for (const [index, node] of nodes.entries()) {
    useBuild(node, api);
    await Promise.all([node.restart(), index === 1 && promote()]);
  }
  for (const { name, url } of servers) {
    if (!(await fetchText(`${url}/api/openapi.json`)).includes(`"version":"${version}"`))
      throw new Error(`${name} is not of the release ${version}.`);
    if (!(await waitUntil(async () => (await fetchText(`${url}/${remote.name}`)).includes(remote.version), LIVE_TIMEOUT_MS)))
      throw new Error(`${name} does not serve ${remote.name}@${remote.version}.`);
  }
}

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
    name: 'Redis down and emptied',
    isInCi: true,
    run: createOutage(
      ({ redis }) => redis.kill(),
      ({ redis }) => redis.start(),
    ),
  },
  {
    name: 'Redis unresponsive',
    isInCi: false,
    run: createOutage(
      ({ redis }) => redis.pause(),
      ({ redis }) => redis.resume(),
    ),
  },
  {
    name: 'a server cut off from Redis',
    isInCi: false,
    run: createOutage(
      ({ servers: [server] }) => server?.redis?.cut(),
      ({ servers: [server] }) => server?.redis?.restore(),
    ),
  },
  {
    name: 'the bucket down',
    isInCi: true,
    run: createOutage(
      ({ bucket }) => bucket.cut(),
      ({ bucket }) => bucket.restore(),
    ),
  },
  {
    name: 'the bucket slow, 5 s a response',
    isInCi: false,
    run: createOutage(
      ({ bucket }) => bucket.slow(5000),
      ({ bucket }) => bucket.restore(),
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
      await wait(outageMs);
      await server?.restart({});
      markFaultEnd();
    },
  },
  {
    name: 'a job that always fails',
    isInCi: true,
    isInvisible: true,
    run: failJobs,
  },
  {
    name: "PostgreSQL's disk full",
    isInCi: false,
    getSkipReason: ({ cluster: { postgres } }) =>
      postgres.disk === undefined ? 'a small disk needs root, or sudo without a password' : undefined,
    async run({ cluster: { postgres } }, markFaultEnd, outageMs) {
      const { primary, disk } = postgres;
      disk?.fill();
      await wait(outageMs);
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
