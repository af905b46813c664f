import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Gauge } from 'prom-client';
import type { Config } from '../config/config.ts';
import { errorCode } from '../errors/error-code.ts';

/** File system of the data folder; sizes in bytes. */
export interface DataDisk {
  free: number;
  size: number;
  isReadOnly: boolean;
}

/** Below this a large upload may fail. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

const MEBIBYTE = 1024 * 1024;

/** True if the data folder has the embedded database or files. */
export const usesDataFolder = ({ databaseUrl, bucket }: Pick<Config, 'databaseUrl' | 'bucket'>): boolean =>
  databaseUrl === undefined || bucket === undefined;

const isReadOnly = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => false,
    (error: unknown) => errorCode(error) === 'EROFS',
  );

/** Reads the space available to this user. Falls back to the parent if the folder does not exist yet: the first file creates it. */
export async function readDataDisk(folder: string): Promise<DataDisk> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize, isReadOnly: await isReadOnly(folder) };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return readDataDisk(dirname(folder));
  }
}

/** Returns why nothing can be stored, if so. A size of 0 means unknown: some container file systems report none. */
export function diskProblem({ free, size, isReadOnly: isLocked }: DataDisk): string | undefined {
  if (isLocked) return 'The disk of the data folder is mounted read-only.';
  if (size === 0 || free >= MIN_FREE_BYTES) return undefined;
  return `The disk of the data folder is full: ${Math.floor(free / MEBIBYTE)} MB of ${Math.floor(size / MEBIBYTE)} MB are free.`;
}

/** Gauges of the data folder's file system. @param read undefined if nothing is stored there: then there are none */
export function diskGauges(read: (() => Promise<DataDisk>) | undefined): Gauge[] {
  if (read === undefined) return [];
  const gauge = (figure: 'free' | 'size', help: string) =>
    new Gauge({
      name: `solvent_data_disk_${figure}_bytes`,
      help,
      registers: [],
      async collect() {
        await read().then(
          (disk) => this.set(disk[figure]),
          () => this.remove(),
        );
      },
    });
  return [
    gauge('free', 'Space that is left on the file system of the data folder (DATA_DIR).'),
    gauge('size', 'Size of the file system of the data folder (DATA_DIR).'),
  ];
}
