import type { ArchivedFile, Module } from '@solvent/contracts';
import { getArchiveName } from '../../../module/download-module.ts';

type InstallableModule = Pick<Module, 'id' | 'slug' | 'version' | 'priceCents' | 'tags'>;

/** Where a module is unpacked in the project: under its id, so that no two meet there. One folder: unzip makes no more. */
export const getInstallFolder = ({ id }: Pick<Module, 'id'>): string => `solvent-${id}`;

/** What adds a folder to a project, by the file that says that it is a package. */
const PACKAGE_MANAGERS = [
  { manifest: 'package.json', install: 'npm install' },
  { manifest: 'pyproject.toml', install: 'pip install' },
  { manifest: 'setup.py', install: 'pip install' },
] as const;

const getDepth = (path: string) => path.split('/').length;

/** The packages of an archive that is none of what others made; the one nearest to the root comes first. */
function findPackage(files: readonly ArchivedFile[]): { folder: string; install: string } | undefined {
  const found = PACKAGE_MANAGERS.flatMap(({ manifest, install }) =>
    files.flatMap(({ path }) => {
      if (path !== manifest && !path.endsWith(`/${manifest}`)) return [];
      if (path.split('/').includes('node_modules')) return [];
      return [{ folder: path.slice(0, path.length - manifest.length).replace(/\/$/, ''), install }];
    }),
  );
  return found.toSorted((a, b) => getDepth(a.folder) - getDepth(b.folder))[0];
}

/** A word of a shell: authors choose the names of folders, and none may say anything to it. */
const quoteForShell = (argument: string) =>
  /^[\w./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;

/**
 * What installs a module, to be run in the project's folder, step by step: a free one is fetched by its id, a paid one lies there since
 * it was downloaded; it is unpacked, and added to the project from where its package is in the archive.
 *
 * @param origin where the API is
 */
export function getInstallCommand(
  module: InstallableModule,
  files: readonly ArchivedFile[],
  origin: string,
): { command: string; hasPackage: boolean } {
  const { id, slug, version, priceCents } = module;
  const archive = priceCents === 0 ? `${id}.zip` : getArchiveName(slug, version);
  const downloadSteps = priceCents === 0 ? [`curl -fsSL ${origin}/api/modules/${id}/archive.zip -o ${archive}`] : [];
  const found = findPackage(files);
  const packagePath = found && `./${getInstallFolder(module)}${found.folder ? `/${found.folder}` : ''}`;
  const installSteps = found && packagePath ? [`${found.install} ${quoteForShell(packagePath)}`] : [];
  return {
    command: [...downloadSteps, `unzip -qo ${archive} -d ${getInstallFolder(module)}`, ...installSteps].join(' &&\n'),
    hasPackage: found !== undefined,
  };
}
