import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { ASSETS } from '../data.ts';

/** Contents of a package by path. */
type Package = Map<string, Buffer>;

/** Fixed time of all entries, so that archives have the same bytes everywhere. */
const ENTRY_TIME = new Date(2026, 0, 1);

async function readFiles(folder: string): Promise<Package> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = paths.map(async (path): Promise<[string, Buffer]> => [
    relative(folder, path).split(sep).join(posix.sep),
    await readFile(path),
  ]);
  return new Map(await Promise.all(contents));
}

/** Reads the current files of a module, a package that installs and runs. */
export const readModulePackage = (slug: string): Promise<Package> => readFiles(join(ASSETS, 'modules', slug));

/**
 * Reads the files of an earlier version: the current ones except `without`, and those in `assets/earlier`, which override current
 * ones with the same path.
 */
export async function readEarlierPackage(slug: string, version: string, without: string[]): Promise<Package> {
  const [now, own] = [await readModulePackage(slug), await readFiles(join(ASSETS, 'earlier', `${slug}-${version}`))];
  const unchanged = [...now].filter(([path]) => !without.includes(path));
  return new Map([...unchanged, ...own]);
}

/** Creates a zip with the files in a folder with the name of the module. Equal files result in equal bytes. */
export function zipPackage(slug: string, files: Package): Promise<Buffer> {
  const zip = new ZipFile();
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, content] of sorted)
    zip.addBuffer(content, `${slug}/${path}`, { mtime: ENTRY_TIME, mode: 0o100_644, forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream);
}

/** Returns the README of a package. */
export function buildDocumentation(slug: string, files: Package): string {
  const readme = files.get('README.md');
  if (readme === undefined) throw new Error(`The module ${slug} has no README.md`);
  return readme.toString();
}
