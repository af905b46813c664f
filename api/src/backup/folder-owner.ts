import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Owner {
  uid: number;
  gid: number;
}

const nearest = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)));

function give(path: string, { uid, gid }: Owner): void {
  lchownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) give(inside, { uid, gid });
    else lchownSync(inside, uid, gid);
  }
}

/**
 * Records the owners of folders before a command writes to them as root. Servers could not write to files that root owns, so the
 * returned function gives each folder to its former owner, or to the owner of its nearest existing parent.
 *
 * @returns a function that restores the owners, and returns the folders that root owns
 */
export function readOwners(folders: string[]): () => string[] {
  const owners = folders.map((folder) => ({ folder, owner: statSync(nearest(folder)) }));
  return () => {
    const written = owners.filter(({ folder }) => existsSync(folder));
    for (const { folder, owner } of written) give(folder, owner);
    return written.filter(({ owner }) => owner.uid === 0).map(({ folder }) => folder);
  };
}
