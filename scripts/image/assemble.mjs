import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';
import { installPackages } from './packages.mjs';

/** The programs of the image: the server of every role with the operator's commands, and delivery. */
const PROGRAMS = ['api', 'delivery'];

/** Browser builds that `delivery deploy` can put into the release store: the shell and every remote. */
const listPackages = async () =>
  (await readdir(ROOT)).filter(
    (name) => name === 'shell' || (name.startsWith('mf-') && existsSync(join(ROOT, name, 'remote.json'))),
  );

/** Source maps are only for development. */
const isTaken = (path) => !basename(path).endsWith('.map');

async function copyBuild(folder, name) {
  const dist = join(ROOT, name, 'dist');
  if (!existsSync(dist)) throw new StartError(`${name} is not built: run "pnpm build" first.`);
  await mkdir(join(folder, name), { recursive: true });
  await cp(dist, join(folder, name, 'dist'), { recursive: true, filter: isTaken });
}

/** Marks the folder as an image, with its version: builds without sources. */
async function describe(folder, revision) {
  const { name, version, license, type } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const write = (file, value) => writeFile(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  await write('package.json', { name, version, private: true, license, type });
  await write('image.json', { name, version, revision });
}

/**
 * Puts together what an image holds: built output and production packages. The builds must be there ("pnpm build"); the folder is
 * made, and nothing in it needs to be written when it runs.
 *
 * @param {string} folder that is not there yet, or empty
 * @param {{ revision?: string }} [options] of git, that the builds are of
 * @throws StartError with what to do
 */
export async function assembleImage(folder, { revision = '' } = {}) {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new StartError(`${folder} is not empty: name a folder that is not there yet.`);
  const parts = await listPackages();
  await Promise.all([...PROGRAMS, ...parts].map((name) => copyBuild(folder, name)));
  await cp(join(ROOT, 'api/migrations'), join(folder, 'api/migrations'), { recursive: true });
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  for (const name of parts.filter((part) => part !== 'shell'))
    await cp(join(ROOT, name, 'remote.json'), join(folder, name, 'remote.json'));
  await describe(folder, revision);
  await installPackages(folder, PROGRAMS);
}
