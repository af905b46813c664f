import type { ObjectStore } from '@solvent/object-store';
import { DAY_MS } from '../platform/durations.ts';
import { backupName, listBackups, removeBackup } from './manifest.ts';

/** Matches names of {@link backupName}; other folders are left alone. */
const NAME = /^\d{8}T\d{6}Z$/;

/**
 * Removes incomplete backups that started more than a day ago: no process still writes them.
 *
 * @param now start of the new backup
 */
export async function removeInterrupted(store: ObjectStore, now: Date): Promise<void> {
  const complete = await listBackups(store);
  const yesterday = backupName(new Date(now.getTime() - DAY_MS));
  const interrupted = (await store.folders()).filter((name) => NAME.test(name) && name < yesterday && !complete.includes(name));
  for (const name of interrupted) await removeBackup(store, name);
}

/**
 * Removes complete backups except for the newest.
 *
 * @param keep number of backups to keep @returns the names of the removed backups
 */
export async function removeOldBackups(store: ObjectStore, keep: number): Promise<string[]> {
  const complete = (await listBackups(store)).filter((name) => NAME.test(name));
  const removed = complete.slice(keep).toSorted();
  for (const name of removed) await removeBackup(store, name);
  return removed;
}
