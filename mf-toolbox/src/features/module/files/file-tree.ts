import type { ArchivedFile } from '@solvent/contracts';

/** A folder of an archive with what lies in it, by name: folders first. */
export interface Folder {
  name: string;
  /** From the archive's root; of the root itself nothing. */
  path: string;
  folders: Folder[];
  files: { name: string; path: string; size: number }[];
  /** Bytes of all files in it, at any depth, and how many they are. */
  size: number;
  count: number;
}

const folderOf = (name: string, path: string): Folder => ({ name, path, folders: [], files: [], size: 0, count: 0 });

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

function sort(folder: Folder): void {
  folder.folders.sort(byName);
  folder.files.sort(byName);
  for (const inner of folder.folders) sort(inner);
}

/** The files of an archive as folders within folders. */
export function fileTree(files: readonly ArchivedFile[]): Folder {
  const root = folderOf('', '');
  const known = new Map([['', root]]);
  function find(path: string): Folder {
    const there = known.get(path);
    if (there) return there;
    const cut = path.lastIndexOf('/');
    const folder = folderOf(path.slice(cut + 1), path);
    known.set(path, folder);
    find(path.slice(0, Math.max(cut, 0))).folders.push(folder);
    return folder;
  }
  for (const { path, size } of files) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const name = parts.pop() ?? path;
    find(parts.join('/')).files.push({ name, path, size });
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const above = find(parts.slice(0, depth).join('/'));
      above.size += size;
      above.count += 1;
    }
  }
  sort(root);
  return root;
}
