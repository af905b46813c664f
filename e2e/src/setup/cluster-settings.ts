import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** `pnpm cluster` writes its settings to this file. */
export const getClusterSettingsFile = (): string => join(process.env.E2E_DATA_DIR ?? '', 'cluster.env');

/** Settings with which delivery reaches the release store of this run's product. */
export async function readReleaseSettings(): Promise<NodeJS.ProcessEnv> {
  if (process.env.E2E_CLUSTER === undefined) return { DATA_DIR: process.env.E2E_DATA_DIR };
  const { RELEASES_URL } = parseEnv(await readFile(getClusterSettingsFile(), 'utf8'));
  return { RELEASES_URL };
}
