import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { ASSETS } from '../data.ts';

/** Files of a package: contents by their paths in it. */
type Package = Map<string, Buffer>;

/** Fixed time of all entries, so that archives have the same bytes everywhere. */
const PACKED = new Date(2026, 0, 1);

async function filesIn(folder: string): Promise<Package> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = paths.map(async (path): Promise<[string, Buffer]> => [
    relative(folder, path).split(sep).join(posix.sep),
    await readFile(path),
  ]);
  return new Map(await Promise.all(read));
}

/** The files of a module as it is now: a package that installs and runs. */
export const modulePackage = (slug: string): Promise<Package> => filesIn(join(ASSETS, 'modules', slug));

/** The files of an earlier version: those of now, without some, and with its own. */
export async function earlierPackage(slug: string, version: string, without: string[]): Promise<Package> {
  const [now, own] = [await modulePackage(slug), await filesIn(join(ASSETS, 'earlier', `${slug}-${version}`))];
  const kept = [...now].filter(([path]) => !without.includes(path));
  return new Map([...kept, ...own]);
}

/** Packs a package into a zip in a folder of its name. The same files give the same bytes. */
export function zipped(slug: string, files: Package): Promise<Buffer> {
  const zip = new ZipFile();
  const sorted = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, content] of sorted)
    zip.addBuffer(content, `${slug}/${path}`, { mtime: PACKED, mode: 0o100_644, forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream);
}

/** Description of a package, as Markdown. */
export function buildDocumentation(slug: string, files: Package): string {
  const readme = files.get('README.md');
  if (readme === undefined) throw new Error(`The module ${slug} has no README.md`);
  return readme.toString();
}
