import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestBucket } from '@solvent/object-store/testing';
import { openReleaseStore } from '../release-store.ts';
import type { ReleaseStore } from '../release-store.ts';

/** An empty store for one test. */
export interface TestStore {
  store: ReleaseStore;
  /** A second one on the same place, as another process has it. */
  another(): ReleaseStore;
  close(): Promise<void>;
}

async function inFolder(): Promise<TestStore> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-test-releases-'));
  const another = () => openReleaseStore(join(folder, 'made', 'when', 'needed'));
  return { store: another(), another, close: () => rm(folder, { recursive: true }) };
}

const inBucket = (knowsConditions: boolean) => async (): Promise<TestStore> => {
  const { url, close } = await openTestBucket({ knowsConditions });
  const another = () => openReleaseStore(url);
  return { store: another(), another, close };
};

/** Every kind of store, for tests that hold for all: `describe.each(STORES)`. */
export const STORES: [kind: string, open: () => Promise<TestStore>][] = [
  ['a folder', inFolder],
  ['a bucket that knows conditions', inBucket(true)],
  ['a bucket that knows none', inBucket(false)],
];
