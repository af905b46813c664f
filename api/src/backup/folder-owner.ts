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
 * Remembers whose some folders are. What root writes there would be root's, and the servers could not write it: afterwards all of it
 * belongs to the owner of the folder, or of the nearest folder above that was there before.
 *
 * @returns gives the folders back, and returns those that belong to root then
 */
export function ownersOf(folders: string[]): () => string[] {
  const owners = folders.map((folder) => ({ folder, owner: statSync(nearest(folder)) }));
  return () => {
    const written = owners.filter(({ folder }) => existsSync(folder));
    for (const { folder, owner } of written) give(folder, owner);
    return written.filter(({ owner }) => owner.uid === 0).map(({ folder }) => folder);
  };
}
