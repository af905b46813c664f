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

export const usesDataFolder = ({ databaseUrl, bucket }: Pick<Config, 'databaseUrl' | 'bucket'>): boolean =>
  databaseUrl === undefined || bucket === undefined;

const isReadOnly = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => false,
    (error: unknown) => errorCode(error) === 'EROFS',
  );

/** Falls back to the parent, since the first file creates the folder. */
export async function readDataDisk(folder: string): Promise<DataDisk> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize, isReadOnly: await isReadOnly(folder) };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return readDataDisk(dirname(folder));
  }
}

/** Returns why nothing can be stored, if so. Some container file systems report a size of 0. */
export function diskProblem({ free, size, isReadOnly: isLocked }: DataDisk): string | undefined {
  if (isLocked) return 'The disk of the data folder is mounted read-only.';
  if (size === 0 || free >= MIN_FREE_BYTES) return undefined;
  const megabytes = (bytes: number) => `${Math.floor(bytes / MEBIBYTE)} MB`;
  const state = free < MEBIBYTE ? 'full' : 'nearly full';
  return `The disk of the data folder is ${state}: ${megabytes(free)} of ${megabytes(size)} are free; below ${megabytes(MIN_FREE_BYTES)} uploads may fail.`;
}

/** @param read undefined if nothing is stored in the data folder */
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
    gauge('free', 'Free space on the file system of the data folder (DATA_DIR).'),
    gauge('size', 'Size of the file system of the data folder (DATA_DIR).'),
  ];
}
