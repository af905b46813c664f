import type { ArchivedFile, Module } from '@solvent/contracts';
import { archiveName } from '../../../module/download-module.ts';

type Installed = Pick<Module, 'id' | 'slug' | 'version' | 'priceCents' | 'tags'>;

/** Where a module is unpacked in the project: under its id, so that no two meet there. One folder: unzip makes no more. */
export const folderOf = ({ id }: Pick<Module, 'id'>): string => `solvent-${id}`;

/** What adds a folder to a project, by the file that says that it is a package. */
const TOOLS = [
  { manifest: 'package.json', install: 'npm install' },
  { manifest: 'pyproject.toml', install: 'pip install' },
  { manifest: 'setup.py', install: 'pip install' },
] as const;

const depthOf = (path: string) => path.split('/').length;

/** The packages of an archive that is none of what others made; the one nearest to the root comes first. */
function findPackage(files: readonly ArchivedFile[]): { folder: string; install: string } | undefined {
  const found = TOOLS.flatMap(({ manifest, install }) =>
    files.flatMap(({ path }) => {
      if (path !== manifest && !path.endsWith(`/${manifest}`)) return [];
      if (path.split('/').includes('node_modules')) return [];
      return [{ folder: path.slice(0, path.length - manifest.length).replace(/\/$/, ''), install }];
    }),
  );
  return found.toSorted((one, other) => depthOf(one.folder) - depthOf(other.folder))[0];
}

/** A word of a shell: authors choose the names of folders, and none may say anything to it. */
const quoted = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/**
 * What installs a module, to be run in the project's folder, step by step: a free one is fetched by its id, a paid one lies there since
 * it was downloaded; it is unpacked, and added to the project from where its package is in the archive.
 *
 * @param origin where the API is
 */
export function installCommand(
  module: Installed,
  files: readonly ArchivedFile[],
  origin: string,
): { command: string; hasPackage: boolean } {
  const { id, slug, version, priceCents } = module;
  const archive = priceCents === 0 ? `${id}.zip` : archiveName(slug, version);
  const fetching = priceCents === 0 ? [`curl -fsSL ${origin}/api/modules/${id}/archive.zip -o ${archive}`] : [];
  const found = findPackage(files);
  const place = found && `./${folderOf(module)}${found.folder ? `/${found.folder}` : ''}`;
  const adding = found && place ? [`${found.install} ${quoted(place)}`] : [];
  return {
    command: [...fetching, `unzip -qo ${archive} -d ${folderOf(module)}`, ...adding].join(' &&\n'),
    hasPackage: found !== undefined,
  };
}
