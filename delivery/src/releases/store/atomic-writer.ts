import { randomUUID } from 'node:crypto';
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The two writes of the store that must be all or nothing, and that flydrive does not have. */
export interface AtomicWriter {
  /**
   * Writes a file that must not exist yet.
   *
   * @returns false, with nothing written, where it exists
   */
  create(key: string, text: string): Promise<boolean>;
  /** Puts a file in place of the one that is there: a reader sees the old or the new one, never a part. */
  replace(key: string, text: string): Promise<void>;
}

/** Atomic writes in a folder, by hard link and by rename. */
export function folderWriter(folder: string): AtomicWriter {
  const write = async (key: string, text: string) => {
    const target = join(folder, key);
    const draft = `${target}.${randomUUID()}.draft`;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(draft, text);
    return { target, draft };
  };
  return {
    async create(key, text) {
      const { target, draft } = await write(key, text);
      try {
        await link(draft, target);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false; // Node's fs throws nothing else than these
        throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async replace(key, text) {
      const { target, draft } = await write(key, text);
      await rename(draft, target);
    },
  };
}
