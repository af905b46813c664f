import { storeLayout } from '@solvent/federation/manifest';
import type { BuildFiles, Release } from '@solvent/federation/manifest';

/** The shell or a remote with the URLs of its files. */
export interface PageBuild {
  name: string;
  build: BuildFiles;
  url: (file: string) => string;
  /** SRI hash; undefined for files of a dev server, which change. */
  integrity: (file: string) => string | undefined;
  has: (file: string) => boolean;
}

/** Describes a published release, served from the store. */
export function createPageBuild({ name, version, build, files }: Release): PageBuild {
  const hashes = new Map(files.map(({ path, integrity }) => [path, integrity]));
  return {
    name,
    build,
    url: (file) => `/${storeLayout.file(name, version, file)}`,
    integrity: (file) => hashes.get(file),
    has: (file) => hashes.has(file),
  };
}
