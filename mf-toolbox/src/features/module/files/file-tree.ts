import type { ArchivedFile } from '@solvent/contracts';

export interface Folder {
  name: string;
  /** From the archive's root; empty for the root. */
  path: string;
  folders: Folder[];
  files: { name: string; path: string; size: number }[];
  /** Bytes and number of all files below it. */
  size: number;
  count: number;
}

const createFolder = (name: string, path: string): Folder => ({ name, path, folders: [], files: [], size: 0, count: 0 });

const compareNames = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

function sortFolder(folder: Folder): void {
  folder.folders.sort(compareNames);
  folder.files.sort(compareNames);
  for (const child of folder.folders) sortFolder(child);
}

/** Groups the files of an archive into nested folders. */
export function buildFileTree(files: readonly ArchivedFile[]): Folder {
  const root = createFolder('', '');
  const foldersByPath = new Map([['', root]]);
  function getFolder(path: string): Folder {
    const existing = foldersByPath.get(path);
    if (existing) return existing;
    const slash = path.lastIndexOf('/');
    const folder = createFolder(path.slice(slash + 1), path);
    foldersByPath.set(path, folder);
    getFolder(path.slice(0, Math.max(slash, 0))).folders.push(folder);
    return folder;
  }
  for (const { path, size } of files) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    const name = parts.pop() ?? path;
    getFolder(parts.join('/')).files.push({ name, path, size });
    for (let depth = parts.length; depth >= 0; depth -= 1) {
      const ancestor = getFolder(parts.slice(0, depth).join('/'));
      ancestor.size += size;
      ancestor.count += 1;
    }
  }
  sortFolder(root);
  return root;
}
