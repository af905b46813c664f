import type { ObjectStore } from '@solvent/object-store';
import { DAY } from '../platform/durations.ts';
import { backupName, listBackups, removeBackup } from './manifest.ts';

/** What {@link backupName} makes; other folders at the place are left alone. */
const NAME = /^\d{8}T\d{6}Z$/;

/**
 * Removes whole backups until the newest ones are left, and what is left of backups that were interrupted more than a day ago.
 *
 * @param keep how many stay @returns the names of those that were removed
 */
export async function removeOldBackups(store: ObjectStore, keep: number, now = new Date()): Promise<string[]> {
  const whole = (await listBackups(store)).filter((name) => NAME.test(name));
  const yesterday = backupName(new Date(now.getTime() - DAY));
  const interrupted = (await store.folders()).filter((name) => NAME.test(name) && name < yesterday && !whole.includes(name));
  const removed = [...whole.slice(keep), ...interrupted].toSorted();
  for (const name of removed) await removeBackup(store, name);
  return removed;
}
