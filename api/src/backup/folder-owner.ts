import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const findExisting = (path: string): string => (existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path)));

/**
 * Reads the owners of folders, or of their nearest existing parents, before a command writes to them as root. Servers could not
 * write to files that root owns.
 *
 * @returns a function that restores the owners, and returns the folders that root owns
 */
export function readOwners(folders: string[]): () => string[] {
  const owners = folders.map((folder) => ({ folder, owner: statSync(findExisting(folder)) }));
  return () => {
    const written = owners.filter(({ folder }) => existsSync(folder));
    for (const { folder, owner } of written)
      for (const path of ['.', ...readdirSync(folder, { encoding: 'utf8', recursive: true })])
        lchownSync(join(folder, path), owner.uid, owner.gid);
    return written.filter(({ owner }) => owner.uid === 0).map(({ folder }) => folder);
  };
}
