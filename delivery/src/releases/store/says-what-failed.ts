import { DeliveryError } from '../delivery-error.ts';
import type { RawStore } from './raw-store.ts';
import type { ReleaseStore } from './release-store.ts';

/** A store whose errors are sentences that say what could not be done, why, and what to do. */
export function saysWhatFailed(raw: RawStore): ReleaseStore {
  const told = async <Value>(what: string, done: Promise<Value>): Promise<Value> => {
    try {
      return await done;
    } catch (error) {
      throw new DeliveryError(
        `The release store ${raw.place} could not ${what}: ${reasonOf(error)}. See that it is there and may be written, and try again: ` +
          'what was not finished is not live.',
        { cause: error },
      );
    }
  };
  const read = (key: string) => told(`read ${key}`, raw.read(key));
  return {
    place: raw.place,
    put: (key, bytes) => told(`keep ${key}`, raw.put(key, bytes)),
    create: (key, text) => told(`make ${key}`, raw.create(key, text)),
    replace: (key, text) => told(`replace ${key}`, raw.replace(key, text)),
    read,
    readJson: async (key) => parsed(key, await read(key)),
    exists: (key) => told(`look for ${key}`, raw.exists(key)),
    list: (folder) => told(`list ${folder}`, raw.list(folder)),
    remove: (key) => told(`remove ${key}`, raw.remove(key)),
  };
}

function parsed(key: string, bytes: Buffer | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(String(bytes));
  } catch (error) {
    throw new DeliveryError(`${key} in the release store is no JSON (${reasonOf(error)}): somebody changed it by hand.`, {
      cause: error,
    });
  }
}

/** The library says which file it was about, which is known here: the reason lies below. Some errors of a network have only a name. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  const code = 'code' in error ? String(error.code) : error.name;
  return error.message || code;
}
