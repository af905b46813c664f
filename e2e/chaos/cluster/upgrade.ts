import { join } from 'node:path';
import { ROOT } from '../root.ts';
import type { Cluster } from './scenarios.ts';
import type { NextRelease } from './next-release.ts';
import { runCommand } from './run-command.ts';
import { waitUntil } from '../wait.ts';

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
export async function upgrade(cluster: Cluster, { api, version, remote }: NextRelease): Promise<void> {
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
