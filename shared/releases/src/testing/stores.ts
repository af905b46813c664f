import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestBucket } from '@solvent/object-store/testing';
import { openReleaseStore } from '../release-store.ts';
import type { ReleaseStore } from '../release-store.ts';

export interface TestStore {
  store: ReleaseStore;
  /** Opens the same store like another process. */
  another(): ReleaseStore;
  age(key: string, then: Date): Promise<void>;
  close(): Promise<void>;
}

async function inFolder(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-test-releases-'));
  const place = join(folder, 'made', 'when', 'needed');
  const another = () => openReleaseStore(place);
  const age = (key: string, then: Date) => utimes(join(place, key), then, then);
  return { store: another(), another, age, close: () => rm(folder, { recursive: true }) };
}

const inBucket = (knowsConditions: boolean) => async (): Promise<TestStore> => {
  const { url, age, close } = await openTestBucket({ knowsConditions });
  const another = () => openReleaseStore(url);
  return { store: another(), another, age, close };
};

/** All kinds of stores, for `describe.each(STORES)`. */
export const STORES: [kind: string, open: () => Promise<TestStore>][] = [
  ['a folder', inFolder],
  ['a bucket that knows conditions', inBucket(true)],
  ['a bucket that knows none', inBucket(false)],
];
