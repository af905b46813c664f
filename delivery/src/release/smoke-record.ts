import { storeLayout } from '@solvent/federation/manifest';
import type { ReleaseStore } from '@solvent/releases';
import * as yup from 'yup';

/** Result of the last smoke tests of a version. */
const smokeSchema = yup.object({
  result: yup.string().oneOf(['passed', 'failed', 'skipped']).required(),
  who: yup.string().required(),
  at: yup.string().required(),
});

export type SmokeRecord = yup.InferType<typeof smokeSchema>;

interface Version {
  name: string;
  version: string;
}

/**
 * Stores the result next to the release, which is immutable, because the tests may run again. Skipped tests do not replace an
 * earlier result.
 */
export async function recordSmoke(store: ReleaseStore, { name, version }: Version, record: SmokeRecord): Promise<void> {
  const key = storeLayout.smoke(name, version);
  const text = JSON.stringify(record, null, 2);
  if (record.result === 'skipped') await store.create(key, text);
  else await store.put(key, text);
}

async function findSmoke(store: ReleaseStore, { name, version }: Version): Promise<SmokeRecord | undefined> {
  const found = await store.readJson(storeLayout.smoke(name, version));
  return smokeSchema.isValidSync(found, { strict: true }) ? found : undefined;
}

/**
 * Describes the last smoke tests of a version, also if they passed. Returns undefined for the shell, which has none because they
 * override a remote of the live shell.
 */
export async function describeSmoke(store: ReleaseStore, version: Version): Promise<string | undefined> {
  if (version.name === 'shell') return undefined;
  const title = `${version.name}@${version.version}`;
  const record = await findSmoke(store, version);
  if (!record) return `Smoke tests: none were ever run with ${title}.`;
  const by = `(${record.who}, ${record.at})`;
  if (record.result === 'passed') return `Smoke tests: passed ${by}.`;
  if (record.result === 'skipped') return `Smoke tests: none were run, ${title} was published with --no-smoke ${by}.`;
  return `Smoke tests: FAILED ${by}. Run them again with "publish ${version.name}" after fixing the page.`;
}
