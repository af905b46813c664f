import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The file in which `pnpm cluster` says how it is reached, where the tests run on one. */
export const getClusterSettingsFile = (): string => join(process.env.E2E_DATA_DIR ?? '', 'cluster.env');

/** The settings with which delivery reaches the releases of the product under test, which this run has started. */
export async function readReleaseSettings(): Promise<NodeJS.ProcessEnv> {
  if (process.env.E2E_CLUSTER === undefined) return { DATA_DIR: process.env.E2E_DATA_DIR };
  const { RELEASES_URL } = parseEnv(await readFile(getClusterSettingsFile(), 'utf8'));
  return { RELEASES_URL };
}
