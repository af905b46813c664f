import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRemote, ROOT } from '../src/setup/workspace.ts';

const SOURCE = join(ROOT, 'mf-toolbox');
const PAGE = 'src/features/catalogue/catalogue-page.tsx';
const HEADING = /(<PageHeading[^]*?>\s*)Toolbox(\s*<\/PageHeading>)/;

export const formatHeading = (version: string): string => `Toolbox ${version}`;

/**
 * Changes the heading of a copy of the toolbox and builds that package alone.
 * @param version such as `1.1.0-play` @returns the folder of the build
 */
export async function releaseToolbox(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-play-'));
  const isSource = (path: string) => !/\/(?:node_modules|dist|\.turbo)(?:\/|$)/.test(path.slice(SOURCE.length));
  const team = join(folder, 'mf-toolbox');
  await cp(SOURCE, team, { recursive: true, filter: isSource });
  await symlink(join(SOURCE, 'node_modules'), join(team, 'node_modules'));
  const text = await readFile(join(team, PAGE), 'utf8');
  const changed = text.replace(HEADING, `$1${formatHeading(version)}$2`);
  if (changed === text) throw new Error(`${PAGE} has no heading "Toolbox" any more: correct the play.`);
  await writeFile(join(team, PAGE), changed);
  const dist = join(folder, 'dist');
  await buildRemote(team, dist, version);
  await rm(team, { recursive: true });
  return dist;
}
