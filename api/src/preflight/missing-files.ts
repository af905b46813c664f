import { createFiles } from '../platform/objects/files.ts';
import type { Config } from '../platform/config/config.ts';
import { readOnly } from './reach.ts';

/** A few may be lost, or be deleted just now; a folder or bucket without any of them is another one. */
const NEWEST_FILES = 5;

/** Keys of the files that were stored last. None before the first migration. */
async function readNewestKeys(databaseUrl: string): Promise<string[]> {
  return readOnly(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ exists: boolean }>("SELECT to_regclass('public.files') IS NOT NULL AS exists");
    if (tables[0]?.exists !== true) return [];
    const { rows } = await client.query<{ key: string }>(
      `SELECT storage_key AS key FROM files ORDER BY id DESC LIMIT ${NEWEST_FILES}`,
    );
    return rows.map(({ key }) => key);
  });
}

/** Checks that DATA_DIR or FILES_URL has the newest files of a database on a server. @returns what is wrong */
export async function missingFilesProblem(config: Config): Promise<string | undefined> {
  const { databaseUrl, bucket, dataDir } = config;
  if (databaseUrl === undefined) return undefined;
  const store = createFiles(config);
  const keys = await readNewestKeys(databaseUrl);
  const found = await Promise.all(keys.map((key) => store.exists(key)));
  if (keys.length === 0 || found.includes(true)) return undefined;
  return bucket === undefined
    ? `The database names files that are not in ${dataDir}: is DATA_DIR another folder than before, or is its disk not mounted?`
    : `The database names files that are not in the bucket ${bucket.bucket}: does FILES_URL name another bucket than before?`;
}
