import { currentSchema, revisionSchema } from '@solvent/federation/manifest';
import type { Revision } from '@solvent/federation/manifest';
import { ValidationError } from 'yup';
import type { ReleaseStore } from '../store/release-store.ts';

/** A revision; undefined where there is none, or somebody edited it by hand into nonsense. */
export async function readRevision(store: ReleaseStore, key: string, number: number): Promise<Revision | undefined> {
  const revision = await checked(store, key, (value) => revisionSchema.validateSync(value));
  return revision?.document.revision === number ? revision : undefined;
}

/** The number of the revision that is served; 0 where there is none, or nonsense stands in its place. */
export async function readCurrent(store: ReleaseStore, key: string): Promise<number> {
  const current = await checked(store, key, (value) => currentSchema.validateSync(value));
  return current?.revision ?? 0;
}

/** What a key holds, where it is what it should be. A store that does not answer is no nonsense: that is thrown. */
async function checked<Value>(store: ReleaseStore, key: string, check: (value: unknown) => Value): Promise<Value | undefined> {
  const bytes = await store.read(key);
  if (bytes === undefined) return undefined;
  try {
    return check(JSON.parse(String(bytes)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ValidationError) return undefined;
    throw error;
  }
}
