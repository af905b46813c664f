import { createHash } from 'node:crypto';
import { and, eq, notExists } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { files } from './schema/files.ts';
import type { FileRow } from './schema/files.ts';
import { problemFiles } from '../marketplace/schema.ts';
import { isDatabaseGone } from '../../platform/errors/database-gone.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { UploadPurpose } from './received-file.ts';

/** A file to keep. */
export interface FileToStore {
  purpose: UploadPurpose;
  name: string;
  mimeType: string;
  content: Buffer;
}

/** The same file sent twice is one, unless the first belongs to a problem by now. */
async function findSame(
  { db }: Deps,
  ownerId: string,
  { purpose, name }: FileToStore,
  sha256: string,
): Promise<FileRow | undefined> {
  const attached = db.select({ id: problemFiles.fileId }).from(problemFiles).where(eq(problemFiles.fileId, files.id));
  const unused = purpose === 'avatar' ? undefined : and(eq(files.name, name), notExists(attached));
  const same = and(eq(files.ownerId, ownerId), eq(files.purpose, purpose), eq(files.sha256, sha256), unused);
  return (await db.select().from(files).where(same).limit(1))[0];
}

/**
 * Stores what a person uploaded: a picture of themselves for everybody to see, an attachment for nobody until it belongs to
 * a problem. The bytes come first: a row never names what is not there.
 */
export async function storeFile(deps: Deps, ownerId: string, file: FileToStore): Promise<FileRow> {
  const { purpose, name, mimeType, content } = file;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const same = await findSame(deps, ownerId, file, sha256);
  if (same !== undefined) return same;
  const id = newId();
  const storageKey = purpose === 'avatar' ? `avatars/${id}.webp` : `attachments/${id}`;
  await deps.files.put(storageKey, content);
  const visibility = purpose === 'avatar' ? ('public' as const) : ('private' as const);
  const about = { width: null, height: null, name, mimeType, size: content.length, sha256, storageKey, purpose, visibility };
  const row = { id, ownerId, ...about, createdAt: new Date() };
  try {
    await deps.db.insert(files).values(row);
  } catch (error) {
    // Of a row whose answer is lost nobody knows: it may be there, and name these bytes.
    if (!isDatabaseGone(error)) await deps.files.delete(storageKey);
    throw error;
  }
  return row;
}
