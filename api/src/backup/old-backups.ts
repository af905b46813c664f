import type { ObjectStore } from '@solvent/object-store';
import { DAY } from '../platform/durations.ts';
import { backupName, listBackups, removeBackup } from './manifest.ts';

/** Matches names of {@link backupName}; other folders are left alone. */
const NAME = /^\d{8}T\d{6}Z$/;

/**
 * Removes complete backups except for the newest, and incomplete ones that started more than a day ago.
 *
 * @param keep number of backups to keep @returns the names of the removed backups
 */
export async function removeOldBackups(store: ObjectStore, keep: number, now = new Date()): Promise<string[]> {
  const complete = (await listBackups(store)).filter((name) => NAME.test(name));
  const yesterday = backupName(new Date(now.getTime() - DAY));
  const interrupted = (await store.folders()).filter((name) => NAME.test(name) && name < yesterday && !complete.includes(name));
  const removed = [...complete.slice(keep), ...interrupted].toSorted();
  for (const name of removed) await removeBackup(store, name);
  return removed;
}
