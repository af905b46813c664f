import { join } from 'node:path';
import { ROOT } from '../root.ts';
import type { Cluster } from './scenarios.ts';
import type { NextRelease } from './next-release.ts';
import { runCommand } from './run-command.ts';
import { waitUntil } from '../wait.ts';

/** Servers look every few seconds for what is live. */
const LIVE_TIMEOUT_MS = 60_000;

const fetchText = async (url: string) => (await fetch(url, { headers: { 'x-app-key': 'solvent-web' } })).text();

/** Another build of the program that it runs. */
function useBuild(node: Cluster['servers'][number], api: string): void {
  node.command = node.command.map((word) => (word === join(ROOT, 'api/dist/main.js') ? join(api, 'dist/main.js') : word));
}

/**
 * The way of docs/operating.md to a new release: the database first, then one server after the other; and in the midst of it a team puts a
 * new version of its remote live.
 *
 * @throws Error where one of them is not of the new release afterwards
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
