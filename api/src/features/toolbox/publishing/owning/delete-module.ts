import { eq, inArray } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Executor, Tx } from '../../../../platform/db/connect.ts';
import { files } from '../../../files/schema/files.ts';
import type { FileRow } from '../../../files/schema/files.ts';
import { moduleMedia, modulePurchases, modules, moduleVersions } from '../../schema.ts';
import type { Deps } from '../../../../deps.ts';
import { markForRemoval } from '../../../files/incoming/kept-files.ts';
import { setMediaVisibility } from '../../module-media.ts';
import { INCOMING_MODULES } from '../receive/incoming.ts';
import { lockOwnModule, ownModuleId } from './own-module.ts';
import type { Asked } from './own-module.ts';

type Deleting = Pick<Deps, 'db' | 'files'>;

async function filesOf(db: Executor, moduleId: string): Promise<Pick<FileRow, 'id' | 'storageKey'>[]> {
  const archives = db.select({ id: moduleVersions.fileId }).from(moduleVersions).where(eq(moduleVersions.moduleId, moduleId));
  const media = db.select({ id: moduleMedia.fileId }).from(moduleMedia).where(eq(moduleMedia.moduleId, moduleId));
  return db
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(inArray(files.id, archives.union(media)));
}

/** Everything of it goes, except where somebody has bought it (decision 0017). @returns keys of files that nothing names now */
async function deleteRows(tx: Tx, asked: Asked): Promise<string[]> {
  const { id } = await lockOwnModule(tx, asked);
  if ((await tx.$count(modulePurchases, eq(modulePurchases.moduleId, id))) > 0) {
    await tx.update(modules).set({ status: 'unpublished', deletedAt: new Date() }).where(eq(modules.id, id));
    await setMediaVisibility(tx, id, 'private');
    return [];
  }
  const removed = await filesOf(tx, id);
  const ids = removed.map((file) => file.id);
  await tx.delete(modules).where(eq(modules.id, id));
  await tx.delete(files).where(inArray(files.id, ids));
  return removed.map(({ storageKey }) => storageKey);
}

/**
 * Deletes a module of its author. Who bought it keeps it: then it is in no catalogue and none of the author's any more, and its
 * buyers still find and download it.
 * @throws AppError `not_found`, `forbidden`
 */
export async function deleteModule({ db, files: store }: Deleting, asked: Asked, log: FastifyBaseLogger): Promise<void> {
  const keys = (await filesOf(db, await ownModuleId(db, asked))).map(({ storageKey }) => storageKey);
  // A server that ends in between is followed by one that finds the marks.
  const forget = await markForRemoval(INCOMING_MODULES, store, keys);
  const removed = await db.transaction((tx) => deleteRows(tx, asked));
  try {
    for (const key of removed) await store.delete(key);
    await forget();
  } catch (error) {
    log.warn({ err: error }, 'Files of a deleted module were not removed; they are when the server looks for abandoned ones');
  }
}
