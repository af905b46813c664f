import type { ArchivedFile, Module } from '@solvent/contracts';
import { getArchiveName } from '../../../module/download-module.ts';

type InstallableModule = Pick<Module, 'id' | 'slug' | 'version' | 'priceCents' | 'tags'>;

/** A folder per id, so that modules cannot collide. A single level: `unzip -d` creates no more. */
export const getInstallFolder = ({ id }: Pick<Module, 'id'>): string => `solvent-${id}`;

const PACKAGE_MANAGERS = [
  { manifest: 'package.json', install: 'npm install' },
  { manifest: 'pyproject.toml', install: 'pip install' },
  { manifest: 'setup.py', install: 'pip install' },
] as const;

const getDepth = (path: string) => path.split('/').length;

/** Finds the package nearest to the root, ignoring node_modules. */
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

/** Authors choose folder names, so they are quoted against shell injection. */
const quoteForShell = (argument: string) =>
  /^[\w./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Builds the shell command that downloads (if free), unpacks and installs a module (product 2.46).
 *
 * @param origin of the API
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
