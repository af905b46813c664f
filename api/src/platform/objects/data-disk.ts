import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Gauge } from 'prom-client';
import type { Config } from '../config/config.ts';
import { errorCode } from '../errors/error-code.ts';

/** The file system of the data folder; sizes in bytes. */
export interface DataDisk {
  free: number;
  size: number;
  isReadOnly: boolean;
}

/** With less than this (bytes) the next large upload fails. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

const MEBIBYTE = 1024 * 1024;

/** Whether anything is stored in the data folder: the embedded database, or files. */
export const usesDataFolder = ({ databaseUrl, bucket }: Pick<Config, 'databaseUrl' | 'bucket'>): boolean =>
  databaseUrl === undefined || bucket === undefined;

const isReadOnly = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => false,
    (error: unknown) => errorCode(error) === 'EROFS',
  );

/** Reads the space that this user has. A folder that does not exist yet counts as its parent: the first file creates it. */
export async function readDataDisk(folder: string): Promise<DataDisk> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize, isReadOnly: await isReadOnly(folder) };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return readDataDisk(dirname(folder));
  }
}

/** Why nothing more can be stored; undefined where it can. Some file systems of containers report no size: then nothing is known. */
export function diskProblem({ free, size, isReadOnly: isLocked }: DataDisk): string | undefined {
  if (isLocked) return 'The disk of the data folder is mounted read-only.';
  if (size === 0 || free >= MIN_FREE_BYTES) return undefined;
  return `The disk of the data folder is full: ${Math.floor(free / MEBIBYTE)} MB of ${Math.floor(size / MEBIBYTE)} MB are free.`;
}

/** Shows the space of the data folder's file system. @param read undefined: nothing is stored there, and nothing is shown */
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
