import type { ReleaseStore } from './release-store.ts';

/** What a folder and a bucket each do in their own way. They throw whatever is thrown below them. */
export type RawStore = Omit<ReleaseStore, 'readJson'>;
