import { isKey } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import * as yup from 'yup';
import { StartupError } from '../platform/config/startup-error.ts';
import { forEachConcurrently } from './parts.ts';

/** How a backup is laid out: another one is another number. */
export const FORMAT = 1;

/** Written last: without it a backup is not whole. */
const MANIFEST = 'manifest.json';

const count = () => yup.number().integer().min(0).required();
const sha256 = () =>
  yup
    .string()
    .matches(/^[0-9a-f]{64}$/)
    .required();

/** Objects of one kind; a separate list has one object per line. */
const partSchema = yup.object({ objects: count(), bytes: count(), list: sha256() });

const manifestSchema = yup.object({
  format: yup.number().integer().oneOf([FORMAT]).required(),
  product: yup.string().required(),
  /** Id of the deployment that the database belongs to (`deployment` table); absent in backups of older releases. */
  deployment: yup.string().optional(),
  /** The moment that the backup shows. */
  takenAt: yup.string().required(),
  database: yup
    .object({
      kind: yup
        .string()
        .oneOf(['server', 'embedded'] as const)
        .required(),
      /** Of PostgreSQL, such as 150018. */
      version: count(),
      /** Of the client programs that read it; 0 where none do. */
      programs: count(),
      /** Folders without a file in them. */
      folders: yup.array().of(yup.string().required()).required(),
    })
    .required(),
  /** Times of the migrations that were applied (api/migrations/meta/_journal.json), in their order. */
  migrations: yup.array().of(yup.number().integer().required()).required(),
  /** Rows of each table, `schema.table`. */
  tables: yup
    .array()
    .of(yup.object({ table: yup.string().required(), rows: count() }))
    .required(),
  /** Keys that rows refer to and the store lacks or has otherwise: none unless the operator allowed it. */
  lost: yup.array().of(yup.string().required()).required(),
  parts: yup
    .object({ database: partSchema.required(), files: partSchema.required(), releases: partSchema.default(undefined).optional() })
    .required(),
});

/** Description of a backup. */
export type Manifest = yup.InferType<typeof manifestSchema>;
/** See {@link partSchema}. */
export type Part = yup.InferType<typeof partSchema>;
export type PartName = keyof Manifest['parts'];

/** Ends a backup. */
export const writeManifest = (store: ObjectStore, name: string, manifest: Manifest): Promise<void> =>
  store.put(`${name}/${MANIFEST}`, `${JSON.stringify(manifest, null, 2)}\n`);

/** @throws StartupError with a sentence where there is no whole backup of this name, or one that this release cannot read */
export async function readManifest(store: ObjectStore, name: string): Promise<Manifest> {
  if (!isKey(name) || name.includes('/')) throw new StartupError(`"${name}" is no name of a backup: --list names them.`);
  const bytes = await store.readAll(`${name}/${MANIFEST}`);
  if (bytes === undefined)
    throw new StartupError(
      `${store.place} has no whole backup ${name}: its manifest, which is written last, is not there. It was interrupted, or is none.`,
    );
  const found = parsed(bytes, name);
  const { format } = found as { format?: unknown }; // any object has it or not
  if (typeof format === 'number' && format !== FORMAT)
    throw new StartupError(
      `The backup ${name} is of format ${format}, and this release reads ${FORMAT}: restore it with the release that made it.`,
    );
  try {
    return manifestSchema.validateSync(found, { strict: true });
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    throw damaged(name, error.message);
  }
}

const damaged = (name: string, why: string) => new StartupError(`The manifest of the backup ${name} is damaged: ${why}.`);

function parsed(bytes: Buffer, name: string): object {
  try {
    const found: unknown = JSON.parse(String(bytes));
    if (typeof found === 'object' && found !== null) return found;
  } catch {
    // Said below.
  }
  throw damaged(name, 'it is no JSON');
}

/** The name of a backup that starts at this time, such as `20261126T070107Z`. Names sort by time. */
export const backupName = (begun: Date): string => begun.toISOString().replace(/[-:]|\.\d+/g, '');

/** Number of rows of accounts in a backup, including deleted accounts. */
export const accountsIn = ({ tables }: Manifest): number => tables.find(({ table }) => table === 'public.users')?.rows ?? 0;

/** Removes a backup. If the removal is interrupted, the backup counts as incomplete. */
export async function removeBackup(store: ObjectStore, name: string): Promise<void> {
  await store.delete(`${name}/${MANIFEST}`);
  await store.removeFolder(name);
}

/** Names of complete backups at a location, the newest first: names begin with the time. Contents are not read. */
export async function listBackups(store: ObjectStore): Promise<string[]> {
  const names = (await store.folders()).toSorted().toReversed();
  const found = forEachConcurrently(names, async (name) => ((await store.exists(`${name}/${MANIFEST}`)) ? [name] : []));
  const whole: string[] = [];
  for await (const name of found) whole.push(...name);
  return whole;
}
