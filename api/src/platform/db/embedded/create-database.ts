import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { EXTENSIONS } from './serve.ts';

/** The data folder of an empty database, as a package has it; undefined where that is not installed: production has it not. */
async function prepopulated(): Promise<Blob | undefined> {
  try {
    const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs');
    return await dataDir();
  } catch {
    return undefined;
  }
}

/**
 * Opens the database in a folder, or creates it there: as a copy of an empty one, which takes a quarter of the time of initdb (1 s instead
 * of 4 s of one core). An older copy that this PostgreSQL refuses is no reason to fail.
 */
export async function openOrCreateDatabase(folder: string): Promise<PGlite> {
  mkdirSync(folder, { recursive: true });
  const options = { extensions: EXTENSIONS };
  const loadDataDir = existsSync(join(folder, 'PG_VERSION')) ? undefined : await prepopulated();
  if (loadDataDir === undefined) return PGlite.create(folder, options);
  try {
    return await PGlite.create(folder, { ...options, loadDataDir });
  } catch {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    return PGlite.create(folder, options);
  }
}
