import { createHash } from 'node:crypto';
import { moduleSlug } from '@solvent/contracts';
import type { ModuleFields, ReviewFinding, ReviewStage } from '@solvent/contracts';
import { parsePriceCents } from '@solvent/contracts/rules';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { fileUrl } from '../../files/service.ts';
import { files } from '../../files/schema.ts';
import type { FileRow } from '../../files/schema.ts';
import type { ReceivedModule } from './check-form.ts';
import type { ReceivedFile } from '../../files/service.ts';
import { setMediaVisibility } from '../service.ts';
import { cancelledUploads, moduleMedia, moduleVersions, modules } from '../schema.ts';
import type { ModuleRow } from '../schema.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { lockKey } from '../../../platform/db/transactions.ts';

/** An address that was left empty is none. */
const addressOf = (text: string | undefined) => text || null;

/** What an author says of a module, as it is stored. */
export function columnsOf(fields: ModuleFields) {
  const { title, description, techStack, price, priceAmount = '', license, documentation } = fields;
  return {
    title,
    description,
    tags: techStack,
    priceCents: price === 'paid' ? parsePriceCents(priceAmount) : 0,
    license,
    documentation,
    repositoryUrl: addressOf(fields.repositoryUrl),
    demoUrl: addressOf(fields.demoUrl),
    sandboxUrl: addressOf(fields.sandboxUrl),
  };
}

/** What follows once the checks of an archive have passed: the setting MODULE_REVIEW. */
export type Reviewing = 'automatic' | 'manual';

/** How a version stands. */
interface ReviewState {
  status: 'published' | 'in-review';
  stage: ReviewStage;
  releasedAt: Date | null;
}

/** The state of a version that has no secrets: published, or waiting for the team. */
export const reviewState = (reviewing: Reviewing, at: Date): ReviewState =>
  reviewing === 'manual'
    ? { status: 'in-review', stage: 'team', releasedAt: null }
    : { status: 'published', stage: 'done', releasedAt: at };

/** The state of an uploaded version: held back if something in it looks like a secret (product 4.17). */
export const uploadState = (findings: ReviewFinding[], reviewing: Reviewing, at: Date): ReviewState =>
  findings.some(({ line }) => line !== null)
    ? { status: 'in-review', stage: 'secrets', releasedAt: null }
    : reviewState(reviewing, at);

/** Addresses beside /modules/:id and /toolbox/:id: a module of this name would not be found there. */
const RESERVED = new Set(['own', 'purchased', 'saved', 'upload']);
/** More modules of one title are none. */
const NUMBER_MAX = 100_000;

/** The address for a module of this name: the name itself, or with the first number from 2 on that no other module has. */
async function freeSlug(tx: Tx, name: string): Promise<string> {
  if (!RESERVED.has(name) && (await tx.$count(modules, eq(modules.slug, name))) === 0) return name;
  const { rows } = await tx.execute<{ slug: string }>(sql`
    SELECT ${name}::text || '-' || number AS slug FROM generate_series(2, ${NUMBER_MAX}::int) AS number
    WHERE NOT EXISTS (SELECT FROM modules WHERE slug = ${name}::text || '-' || number)
    LIMIT 1`);
  const [free] = rows;
  if (free === undefined) throw new Error(`There are ${NUMBER_MAX} modules called ${name}`);
  return free.slug;
}

/** Whose files these are, since when. */
interface Owning {
  ownerId: string;
  at: Date;
}

/** The row of a module's archive: whoever reads it goes by the module. */
export const archiveRow = (file: ReceivedFile, { ownerId, at }: Owning): FileRow => ({
  id: newId(),
  ownerId,
  ...file,
  purpose: 'module',
  visibility: 'private',
  createdAt: at,
});

/** A picture or video of a module. */
interface Media {
  kind: 'image' | 'video';
  row: FileRow;
}

/** The rows of a module's pictures and videos, which everybody sees once it is published. */
function mediaOf(
  { images, videos }: { images: ReceivedFile[]; videos: ReceivedFile[] },
  { ownerId, at }: Owning,
  isPublished: boolean,
): Media[] {
  const visibility = isPublished ? ('public' as const) : ('private' as const);
  const of = (kind: Media['kind'], received: ReceivedFile[]): Media[] =>
    received.map((file) => ({
      kind,
      row: { id: newId(), ownerId, ...file, purpose: 'module-media', visibility, createdAt: at },
    }));
  return [...of('image', images), ...of('video', videos)];
}

/** The address of the picture that stands for the module: the first one. */
function previewOf(media: Media[]): string | null {
  const first = media.find(({ kind }) => kind === 'image');
  return first === undefined ? null : fileUrl(first.row.id);
}

/** Stores the rows: the bytes are there already, and a row never names what is not. */
async function insertMedia(tx: Tx, moduleId: string, media: Media[]): Promise<void> {
  if (media.length === 0) return;
  await tx.insert(files).values(media.map(({ row }) => row));
  await tx.insert(moduleMedia).values(media.map(({ kind, row }, position) => ({ moduleId, fileId: row.id, kind, position })));
}

/**
 * Makes a version the one that a module's page is about. A module that was waiting or rejected comes into the catalogue with it,
 * as a new one; one that its author took out of the catalogue stays out.
 */
export async function publishVersion(tx: Tx, { id, status }: ModuleRow, version: string, at: Date): Promise<void> {
  const isFirst = status === 'in-review' || status === 'rejected';
  const first = isFirst ? { status: 'published' as const, releasedAt: at } : {};
  await tx
    .update(modules)
    .set({ version, updatedAt: at, ...first })
    .where(eq(modules.id, id));
  if (isFirst) await setMediaVisibility(tx, id, 'public');
}

/** Every module begins with it. */
const FIRST_VERSION = '1.0.0';
/** So often another module may take the address in the same moment. */
const TRIES = 50;

/** A module whose form and archive have passed. */
interface NewModule extends ReceivedModule {
  authorId: string;
  /** The author's Idempotency-Key. */
  requestKey: string | undefined;
  findings: ReviewFinding[];
  reviewing: Reviewing;
}

/** The same upload sent again, under the same key, made this module. */
export class MadeBefore extends Error {
  override readonly name = 'MadeBefore';
  readonly moduleId: string;

  constructor(moduleId: string) {
    super(`The module ${moduleId} was made by the same request before`);
    this.moduleId = moduleId;
  }
}

/** What an upload says and brings, in one number: SHA-256 in hex. */
function requestHashOf({ fields, archive, images, videos }: ReceivedModule): string {
  const sent = [archive, ...images, ...videos].map(({ name, sha256 }) => [name, sha256]);
  return createHash('sha256')
    .update(JSON.stringify([fields, sent]))
    .digest('hex');
}

const uploadOf = (authorId: string, requestKey: string) => `upload ${authorId} ${requestKey}`;

const madeBy = (authorId: string, requestKey: string) => and(eq(modules.authorId, authorId), eq(modules.requestKey, requestKey));

/**
 * Holds the key, and refuses what it stands for something else than.
 * @throws MadeBefore where it has made the same; AppError `conflict` where it has made something else, or was cancelled
 */
async function takeKey(tx: Tx, authorId: string, requestKey: string, requestHash: string): Promise<void> {
  await lockKey(tx, uploadOf(authorId, requestKey));
  const own = and(eq(cancelledUploads.authorId, authorId), eq(cancelledUploads.requestKey, requestKey));
  if ((await tx.$count(cancelledUploads, own)) > 0) throw new AppError('conflict', 'This upload was cancelled.');
  const [before] = await tx.select().from(modules).where(madeBy(authorId, requestKey));
  if (before === undefined) return;
  if (before.requestHash === requestHash) throw new MadeBefore(before.id);
  throw new AppError(
    'conflict',
    `“${before.title}” was published before with what this form held then, and what differs now is not in it.`,
  );
}

/**
 * Calls off an upload by its key: nothing of it is published from now on, however late it comes.
 * @returns the id of the module that it has made already, which is to be deleted
 */
export const cancelUpload = (db: Db, authorId: string, requestKey: string): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    await lockKey(tx, uploadOf(authorId, requestKey));
    await tx.insert(cancelledUploads).values({ authorId, requestKey, createdAt: new Date() }).onConflictDoNothing();
    const made = and(madeBy(authorId, requestKey), isNull(modules.deletedAt));
    return (await tx.select({ id: modules.id }).from(modules).where(made))[0]?.id;
  });

/** A request has long ended by then (ms). */
const CANCELLED_LIFE = 24 * 3_600_000;

/** Forgets the keys of uploads that were cancelled a day ago. */
export async function forgetCancelled(db: Db): Promise<void> {
  await db.delete(cancelledUploads).where(lt(cancelledUploads.createdAt, new Date(Date.now() - CANCELLED_LIFE)));
}

type Row = Omit<typeof modules.$inferInsert, 'slug'>;

/** Whoever takes the same address at the same time is waited for; then the next number is free. */
async function insertModule(tx: Tx, row: Row): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const slug = await freeSlug(tx, moduleSlug(row.title));
    const stored = await tx
      .insert(modules)
      .values({ ...row, slug })
      .onConflictDoNothing()
      .returning({ id: modules.id });
    if (stored[0] !== undefined) return stored[0].id;
  }
  throw new Error(`No address was found for a module called ${row.title}`);
}

/**
 * Stores a module with its first version and its files.
 * @returns its id
 * @throws MadeBefore where the same key made it before, also of two at once; AppError `conflict` where the key made another
 *   one, or was cancelled
 */
export async function storeModule(tx: Tx, sent: NewModule): Promise<string> {
  const { fields, archive, images, videos, authorId, requestKey, findings, reviewing } = sent;
  const requestHash = requestHashOf(sent);
  if (requestKey !== undefined) await takeKey(tx, authorId, requestKey, requestHash);
  const at = new Date();
  const owning = { ownerId: authorId, at };
  const { status, stage, releasedAt } = uploadState(findings, reviewing, at);
  const media = mediaOf({ images, videos }, owning, status === 'published');
  const dates = { releasedAt: at, updatedAt: at };
  const own = { authorId, requestKey, requestHash, version: FIRST_VERSION, status, previewImage: previewOf(media), ...dates };
  const moduleId = await insertModule(tx, { ...columnsOf(fields), ...own });
  const file = archiveRow(archive, owning);
  await tx.insert(files).values(file);
  const version = { moduleId, version: FIRST_VERSION, fileId: file.id, status, stage, findings, createdAt: at, releasedAt };
  await tx.insert(moduleVersions).values(version);
  await insertMedia(tx, moduleId, media);
  return moduleId;
}
