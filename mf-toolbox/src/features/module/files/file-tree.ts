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

const createFolder = (name: string, path: string): Folder => ({ name, path, folders: [], files: [], size: 0, count: 0 });

const compareNames = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

function sortFolder(folder: Folder): void {
  folder.folders.sort(compareNames);
  folder.files.sort(compareNames);
  for (const child of folder.folders) sortFolder(child);
}

/** The files of an archive as folders within folders. */
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
