import { storeLayout } from '@solvent/federation/manifest';
import type { BuildFiles, Release } from '@solvent/federation/manifest';

/** The shell or a remote, as a page names its files. */
export interface PagePart {
  name: string;
  build: BuildFiles;
  /** Address of a file of it. */
  url: (file: string) => string;
  /** SRI hash of a file of it; undefined where it changes while it is served (a dev server). */
  integrity: (file: string) => string | undefined;
  has: (file: string) => boolean;
}

/** A published release, served from the store. */
export function publishedPart({ name, version, build, files }: Release): PagePart {
  const hashes = new Map(files.map(({ path, integrity }) => [path, integrity]));
  return {
    name,
    build,
    url: (file) => `/${storeLayout.file(name, version, file)}`,
    integrity: (file) => hashes.get(file),
    has: (file) => hashes.has(file),
  };
}
