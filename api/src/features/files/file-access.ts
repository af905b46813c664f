import type { FileRow } from '../../schema/index.ts';
import type { Db } from '../../platform/db/connect.ts';

/** Returns rows if the user may read the file. */
export type AccessQuery = (db: Db, fileId: string, userId: string) => PromiseLike<unknown[]>;

/** Purposes of files that only two users may read. */
const BILATERAL = ['message', 'bid', 'delivery'] as const;

type Bilateral = (typeof BILATERAL)[number];

/** The features' rules for private files (product 6.6), and for hidden ones of taken-down content. */
export type FileReaders = Record<Bilateral | 'hidden', AccessQuery>;

const isBilateralPurpose = (purpose: FileRow['purpose']): purpose is Bilateral => BILATERAL.some((name) => name === purpose);

/** Whether only two users may read a file: the file of a message, a bid or a delivery. */
export const isBilateral = ({ purpose }: FileRow): boolean => isBilateralPurpose(purpose);

interface ReaderDeps {
  db: Db;
  fileReaders: FileReaders;
}

export async function canRead({ db, fileReaders }: ReaderDeps, file: FileRow, userId: string): Promise<boolean> {
  const { id, purpose, visibility } = file;
  const kind = visibility === 'hidden' ? 'hidden' : purpose;
  if (kind !== 'hidden' && !isBilateralPurpose(kind)) return false;
  return (await fileReaders[kind](db, id, userId)).length > 0;
}
