import { and, asc, eq, inArray, notInArray, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { deleteFileRows } from '../files/service.ts';
import { files } from '../files/schema.ts';
import type { FileRow } from '../files/schema.ts';
import { agreementFiles, bidFiles, problemFiles } from './schema.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { invalid } from '../../platform/errors/app-error.ts';

/** What files are attached to, by the purpose that they have from then on. */
interface Place {
  list: PgTable & { fileId: PgColumn; position: PgColumn };
  /** Whose file each row of the list is. */
  of: PgColumn;
  add(tx: Tx, id: string, rows: { fileId: string; position: number }[]): Promise<unknown>;
  /** Who may read them: everybody, or who is on one of the two sides. */
  visibility: FileRow['visibility'];
  /** What the form calls them. */
  field: string;
}

const PLACES: Record<'attachment' | 'bid' | 'delivery', Place> = {
  /** A problem's. */
  attachment: {
    list: problemFiles,
    of: problemFiles.problemId,
    add: (tx, problemId, rows) => tx.insert(problemFiles).values(rows.map((row) => ({ problemId, ...row }))),
    visibility: 'public',
    field: 'attachments',
  },
  bid: {
    list: bidFiles,
    of: bidFiles.bidId,
    add: (tx, bidId, rows) => tx.insert(bidFiles).values(rows.map((row) => ({ bidId, ...row }))),
    visibility: 'private',
    field: 'attachments',
  },
  delivery: {
    list: agreementFiles,
    of: agreementFiles.agreementId,
    add: (tx, agreementId, rows) => tx.insert(agreementFiles).values(rows.map((row) => ({ agreementId, ...row }))),
    visibility: 'private',
    field: 'files',
  },
};

/** What files are to be attached to, and whose they are. */
interface Attaching {
  purpose: keyof typeof PLACES;
  /** Of the problem, the bid, or the agreement. */
  id: string;
  ownerId: string;
}

/**
 * Makes these files the ones of a problem, a bid or a delivery, in this order; those that it had besides are deleted.
 * @returns the keys of what is to be deleted from the file store after the commit
 * @throws AppError `invalid` for files that are not the owner's own attachments, or belong to something else
 */
export async function attachFiles(tx: Tx, { purpose, id, ownerId }: Attaching, given: string[]): Promise<string[]> {
  const { list, of, add, visibility, field } = PLACES[purpose];
  const ids = [...new Set(given.map((one) => one.toLowerCase()))];
  const its = tx.select({ id: list.fileId }).from(list).where(eq(of, id));
  // Nothing has an attachment that only its owner reads: of two that take one at once, the second finds it taken.
  const free = and(eq(files.purpose, 'attachment'), eq(files.visibility, 'private'));
  const taken = await tx
    .update(files)
    .set({ purpose, visibility })
    .where(and(inArray(files.id, ids), eq(files.ownerId, ownerId), or(free, inArray(files.id, its))))
    .returning({ id: files.id });
  if (taken.length < ids.length) throw invalid({ [field]: 'Please upload the file again' });
  const others = and(inArray(files.id, its), notInArray(files.id, ids));
  const gone = await deleteFileRows(tx, others);
  await tx.delete(list).where(eq(of, id));
  const rows = ids.map((fileId, position) => ({ fileId, position }));
  if (rows.length > 0) await add(tx, id, rows);
  return gone;
}

const FILE_COLUMNS = { _id: files.id, name: files.name, size: files.size, mimeType: files.mimeType };

/** The files of the problem, bid or agreement of the query around it, in their order, as one column. @param whose its id */
export function nestedFiles(db: Executor, purpose: Attaching['purpose'], whose: PgColumn) {
  const { list, of } = PLACES[purpose];
  return nestedRows(FILE_COLUMNS, (column) =>
    db.select(column).from(list).innerJoin(files, eq(files.id, list.fileId)).where(eq(of, whose)).orderBy(asc(list.position)),
  );
}
