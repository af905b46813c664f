import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { makeWritable } from '../setup/settings.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Where a copy of the package is laid out: installed, it would start a service of the system. */
const FOLDER = join(tmpdir(), 'solvent-prometheus');

/** @returns {string | undefined} */
function systemProgram() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(FOLDER, 'usr', 'bin')];
  return folders
    .map((folder) => join(folder, 'promtool'))
    .find((path) => existsSync(path) && spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0);
}

async function layOut() {
  if (!existsSync('/usr/bin/apt-get')) return;
  process.stdout.write('Fetching promtool …\n');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  makeWritable(FOLDER);
  await runStep([...asRoot, 'apt-get', 'update']);
  await runStep(['apt-get', 'download', 'prometheus'], { cwd: FOLDER });
  const file = readdirSync(FOLDER).find((name) => name.endsWith('.deb'));
  if (file) await runStep(['dpkg', '-x', join(FOLDER, file), FOLDER]);
}

/**
 * The system's promtool, else one that is fetched now.
 *
 * @returns {Promise<string>} its path
 */
export async function findPromtool() {
  const found = systemProgram();
  if (found) return found;
  await layOut();
  const fetched = systemProgram();
  if (fetched) return fetched;
  throw new StartError('promtool is needed to test alert rules: install Prometheus, or put promtool into PATH.');
}
