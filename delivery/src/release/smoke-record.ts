import { storeLayout } from '@solvent/federation/manifest';
import type { ReleaseStore } from '@solvent/releases';
import * as yup from 'yup';

/** What became of a version's smoke tests the last time. */
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

/** Keeps it beside the release, which never changes: the tests may be run again. */
export const recordSmoke = (store: ReleaseStore, { name, version }: Version, record: SmokeRecord): Promise<void> =>
  store.put(storeLayout.smoke(name, version), JSON.stringify(record, null, 2));

async function findSmoke(store: ReleaseStore, { name, version }: Version): Promise<SmokeRecord | undefined> {
  const found = await store.readJson(storeLayout.smoke(name, version));
  return smokeSchema.isValidSync(found, { strict: true }) ? found : undefined;
}

/** What whoever promotes a version has to know of its smoke tests. The shell has none: they put a remote into the live shell. */
export async function describeSmoke(store: ReleaseStore, version: Version): Promise<string | undefined> {
  if (version.name === 'shell') return undefined;
  const title = `${version.name}@${version.version}`;
  const record = await findSmoke(store, version);
  if (!record) return `Smoke tests: none were ever run with ${title}.`;
  const by = `(${record.who}, ${record.at})`;
  if (record.result === 'passed') return `Smoke tests: passed ${by}.`;
  if (record.result === 'skipped') return `Smoke tests: none were run, ${title} was published with --no-smoke ${by}.`;
  return `Smoke tests: FAILED ${by}. Run them again with "publish ${version.name}" once the page is mended.`;
}
