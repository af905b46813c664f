import { readKey, writeKey } from '@solvent/store';
import { draftKey, isRecord, readValues, textsOf } from '../upload-draft.ts';
import type { UploadValues } from '../upload-values.ts';

/** Each module has a draft of its own, of each person. */
export const editDraftKey = (userId: string, moduleId: string): string => `${draftKey(userId)}.${moduleId}`;

/** What was changed in this browser and not saved; undefined where nothing was. What cannot be read is as if it were not there. */
export function readEdit(key: string): UploadValues | undefined {
  try {
    const saved: unknown = JSON.parse(readKey(key) ?? 'null');
    return isRecord(saved) ? readValues(saved) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what differs from the module as it is, or removes a draft that does not.
 *
 * @returns whether there is something to keep
 */
export function keepEdit(key: string, values: UploadValues, start: UploadValues): boolean {
  const kept = JSON.stringify(textsOf(values));
  const isChanged = kept !== JSON.stringify(textsOf(start));
  writeKey(key, isChanged ? kept : null);
  return isChanged;
}

export const dropEdit = (key: string): void => writeKey(key, null);
