import { formatNumber } from '@solvent/contracts';
import { isKey } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import * as yup from 'yup';
import { readProduct } from '../platform/config/product.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { DAY_MS } from '../platform/durations.ts';

/** Version of the layout. */
const FORMAT = 1;

/** Written last: a backup without it is incomplete. */
const MANIFEST = 'manifest.json';

const text = () => yup.string().required();
const integer = () => yup.number().integer().required();
const count = () => integer().min(0);

const sectionSchema = yup.object({ objects: count(), bytes: count(), list: text().matches(/^[0-9a-f]{64}$/) });

const manifestSchema = yup.object({
  format: integer().oneOf([FORMAT]),
  product: text(),
  /** Id in the `deployment` table; absent in backups of older releases. */
  deployment: yup.string().optional(),
  takenAt: text(),
  database: yup
    .object({
      kind: text().oneOf(['server', 'embedded'] as const),
      /** `server_version_num`, such as 150018. */
      version: count(),
      /** Major version of pg_dump; 0 for the embedded database. */
      programs: count(),
      /** Empty folders of the embedded database. */
      folders: yup.array().of(text().test('inside', isKey)).required(),
    })
    .required(),
  /** Times of the applied migrations (api/migrations/meta/_journal.json), in order. */
  migrations: yup.array().of(integer()).required(),
  /** `schema.table` */
  tables: yup
    .array()
    .of(yup.object({ table: text(), rows: count() }))
    .required(),
  /** Keys that rows refer to and that were missing or changed in the store (--allow-lost). */
  lost: yup.array().of(text()).required(),
  parts: yup
    .object({
      database: sectionSchema.required(),
      files: sectionSchema.required(),
      releases: sectionSchema.default(undefined).optional(),
    })
    .required(),
});

export type Manifest = yup.InferType<typeof manifestSchema>;
export type BackupSection = yup.InferType<typeof sectionSchema>;
export type SectionName = keyof Manifest['parts'];

export async function writeManifest(
  store: ObjectStore,
  name: string,
  content: Omit<Manifest, 'format' | 'product'>,
): Promise<Manifest> {
  const manifest = { format: FORMAT, product: readProduct().version, ...content };
  await store.put(`${name}/${MANIFEST}`, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

export async function readManifest(store: ObjectStore, name: string): Promise<Manifest> {
  if (!isKey(name) || name.includes('/')) throw new StartupError(`"${name}" is not a backup: --list lists them.`);
  const bytes = await store.readAll(`${name}/${MANIFEST}`);
  if (bytes === undefined)
    throw new StartupError(
      `${store.place} has no complete backup ${name}: the manifest, which is written last, is missing. The backup was interrupted, or never existed.`,
    );
  try {
    return manifestSchema.validateSync(JSON.parse(String(bytes)), { strict: true, abortEarly: false });
  } catch (error) {
    const faults = error instanceof yup.ValidationError ? error.inner : [];
    if (faults.some(({ path }) => path === 'format'))
      throw new StartupError(`The backup ${name} is of another format: restore it with the release that made it.`);
    throw new StartupError(`The manifest of the backup ${name} is damaged: ${faults[0]?.message ?? 'it is not JSON'}.`);
  }
}

/** Returns the name of a backup that starts at this time, such as `20261126T070107Z`. Names sort by time. */
export const backupName = (start: Date): string => start.toISOString().replace(/[-:]|\.\d+/g, '');

const isBackupName = (name: string) => /^\d{8}T\d{6}Z$/.test(name);

/** Returns the number of accounts, including deleted ones. */
export const countAccounts = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.find(({ table }) => table === 'public.users')?.rows ?? 0;

export const formatAccountCount = (total: number): string => `${formatNumber(total)} ${total === 1 ? 'account' : 'accounts'}`;

/** Lists the names of backups, newest first. */
export async function listBackups(store: ObjectStore): Promise<string[]> {
  const names = (await store.folders()).toSorted().toReversed();
  const areComplete = await Promise.all(names.map((name) => store.exists(`${name}/${MANIFEST}`)));
  return names.filter((_name, index) => areComplete[index]);
}

async function removeBackups(store: ObjectStore, names: string[]): Promise<void> {
  for (const name of names) {
    // First, so that a partly removed backup is incomplete.
    await store.delete(`${name}/${MANIFEST}`);
    await store.removeFolder(name);
  }
}

/** Removes incomplete backups that started more than a day ago: no process still writes them. */
export async function removeInterrupted(store: ObjectStore, now: Date): Promise<void> {
  const complete = await listBackups(store);
  const yesterday = backupName(new Date(now.getTime() - DAY_MS));
  const isInterrupted = (name: string) => isBackupName(name) && name < yesterday && !complete.includes(name);
  await removeBackups(store, (await store.folders()).filter(isInterrupted));
}

/** Keeps the newest complete backups. @returns the names of the removed ones */
export async function removeOldBackups(store: ObjectStore, keep: number): Promise<string[]> {
  const removed = (await listBackups(store)).filter(isBackupName).slice(keep).toSorted();
  await removeBackups(store, removed);
  return removed;
}
