import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';
import { installPackages } from './packages.mjs';

/** Packages of the image's programs: the server with the operators' commands, and delivery. */
const PROGRAM_PACKAGES = ['api', 'delivery'];

/** @returns {Promise<string[]>} the shell and all remotes, which `delivery deploy` can publish */
const listFrontEnds = async () =>
  (await readdir(ROOT)).filter(
    (name) => name === 'shell' || (name.startsWith('mf-') && existsSync(join(ROOT, name, 'remote.json'))),
  );

/** The image has no source maps, which are only for development. */
const isForImage = (path) => !basename(path).endsWith('.map');

async function copyBuild(folder, name) {
  const dist = join(ROOT, name, 'dist');
  if (!existsSync(dist)) throw new StartError(`${name} is not built: run "pnpm build" first.`);
  await mkdir(join(folder, name), { recursive: true });
  await cp(dist, join(folder, name, 'dist'), { recursive: true, filter: isForImage });
}

/** Writes package.json, and image.json, which marks the folder as an image without sources. */
async function writeDescription(folder, revision) {
  const { name, version, license, type } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const write = (file, value) => writeFile(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  await write('package.json', { name, version, private: true, license, type });
  await write('image.json', { name, version, revision });
}

/**
 * Assembles the files of an image: builds and production packages. Needs the builds ("pnpm build"). The programs run without write
 * access to the folder.
 *
 * @param {string} folder missing or empty; is created
 * @param {{ revision?: string }} [options] git revision of the builds
 * @throws StartError with the fix
 */
export async function assembleImage(folder, { revision = '' } = {}) {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new StartError(`${folder} is not empty: name a folder that is not there yet.`);
  const frontEnds = await listFrontEnds();
  await Promise.all([...PROGRAM_PACKAGES, ...frontEnds].map((name) => copyBuild(folder, name)));
  await cp(join(ROOT, 'api/migrations'), join(folder, 'api/migrations'), { recursive: true });
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  for (const name of frontEnds.filter((frontEnd) => frontEnd !== 'shell'))
    await cp(join(ROOT, name, 'remote.json'), join(folder, name, 'remote.json'));
  await writeDescription(folder, revision);
  await installPackages(folder, PROGRAM_PACKAGES);
}
