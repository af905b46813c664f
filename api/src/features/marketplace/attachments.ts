import { and, asc, eq, inArray, notInArray, or } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { deleteFileRows } from '../files/index.ts';
import { agreementFiles, bidFiles, files, problemFiles } from '../../schema/index.ts';
import type { FileRow } from '../../schema/index.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { invalid } from '../../platform/errors/app-error.ts';

interface AttachmentTarget {
  list: PgTable & { fileId: PgColumn; position: PgColumn };
  targetId: PgColumn;
  add(tx: Tx, id: string, rows: { fileId: string; position: number }[]): Promise<unknown>;
  visibility: FileRow['visibility'];
  field: string;
}

const TARGETS: Record<'attachment' | 'bid' | 'delivery', AttachmentTarget> = {
  /** On problems. */
  attachment: {
    list: problemFiles,
    targetId: problemFiles.problemId,
    add: (tx, problemId, rows) => tx.insert(problemFiles).values(rows.map((row) => ({ problemId, ...row }))),
    visibility: 'public',
    field: 'attachments',
  },
  bid: {
    list: bidFiles,
    targetId: bidFiles.bidId,
    add: (tx, bidId, rows) => tx.insert(bidFiles).values(rows.map((row) => ({ bidId, ...row }))),
    visibility: 'private',
    field: 'attachments',
  },
  delivery: {
    list: agreementFiles,
    targetId: agreementFiles.agreementId,
    add: (tx, agreementId, rows) => tx.insert(agreementFiles).values(rows.map((row) => ({ agreementId, ...row }))),
    visibility: 'private',
    field: 'files',
  },
};

interface AttachOptions {
  purpose: keyof typeof TARGETS;
  /** Of the problem, the bid or the agreement. */
  id: string;
  ownerId: string;
}

/**
 * Replaces the attached files. @returns keys to delete from the file store after the commit
 * @throws AppError `invalid` for files that are not the owner's free attachments
 */
export async function attachFiles(tx: Tx, { purpose, id, ownerId }: AttachOptions, fileIds: string[]): Promise<string[]> {
  const { list, targetId, add, visibility, field } = TARGETS[purpose];
  const ids = [...new Set(fileIds.map((fileId) => fileId.toLowerCase()))];
  const attached = tx.select({ id: list.fileId }).from(list).where(eq(targetId, id));
  // Attaching changes purpose or visibility, so a concurrent update finds the file no longer free.
  const isFree = and(eq(files.purpose, 'attachment'), eq(files.visibility, 'private'));
  const claimed = await tx
    .update(files)
    .set({ purpose, visibility })
    .where(and(inArray(files.id, ids), eq(files.ownerId, ownerId), or(isFree, inArray(files.id, attached))))
    .returning({ id: files.id });
  if (claimed.length < ids.length) throw invalid({ [field]: 'Please upload the file again' });
  const deletedKeys = await deleteFileRows(tx, and(inArray(files.id, attached), notInArray(files.id, ids)));
  await tx.delete(list).where(eq(targetId, id));
  const rows = ids.map((fileId, position) => ({ fileId, position }));
  if (rows.length > 0) await add(tx, id, rows);
  return deletedKeys;
}

const FILE_COLUMNS = { _id: files.id, name: files.name, size: files.size, mimeType: files.mimeType };

/** A column with the ordered files of the problem, bid or agreement of the outer query. */
export function nestedFiles(db: Executor, purpose: AttachOptions['purpose'], id: PgColumn) {
  const { list, targetId } = TARGETS[purpose];
  return nestedRows(FILE_COLUMNS, (column) =>
    db.select(column).from(list).innerJoin(files, eq(files.id, list.fileId)).where(eq(targetId, id)).orderBy(asc(list.position)),
  );
}
