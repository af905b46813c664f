import type { Disk } from 'flydrive';

export interface ListedObject {
  key: string;
  /** By the store's own clock; to the second. */
  writtenAt: Date;
}

/** Everything below a folder, however deep. A page of a bucket's list holds a thousand keys at most. */
export async function listBucket(disk: Disk, folder: string): Promise<ListedObject[]> {
  const listed: ListedObject[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(folder, { recursive: true, ...(paginationToken === undefined ? {} : { paginationToken }) });
    for (const found of page.objects) {
      // The list is of all keys that begin so, and "toolbox" begins "toolbox-2", too.
      if (!found.isFile || !found.key.startsWith(`${folder}/`)) continue;
      const { lastModified } = await found.getMetaData(); // of the list: nothing more is asked
      listed.push({ key: found.key, writtenAt: lastModified });
    }
    ({ paginationToken } = page);
  } while (paginationToken !== undefined);
  return listed;
}
