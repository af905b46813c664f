import { asc, eq } from 'drizzle-orm';
import type { StoredFile } from '@solvent/contracts';
import type { Executor } from '../../../../platform/db/connect.ts';
import { files } from '../../../files/schema/files.ts';
import { problemFiles } from '../../schema/problems.ts';
import { fileUrl } from '../../../files/file-url.ts';

/** A problem's files, in their poster's order. */
export async function attachmentsOf(db: Executor, problemId: string): Promise<StoredFile[]> {
  const rows = await db
    .select({ _id: files.id, name: files.name, size: files.size, mimeType: files.mimeType })
    .from(problemFiles)
    .innerJoin(files, eq(files.id, problemFiles.fileId))
    .where(eq(problemFiles.problemId, problemId))
    .orderBy(asc(problemFiles.position));
  return rows.map((row) => ({ ...row, url: fileUrl(row._id) }));
}
