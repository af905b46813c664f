import { createHash } from 'node:crypto';
import { moduleSlug } from '@solvent/contracts';
import type { ModuleFields, ReviewFinding, ReviewStage } from '@solvent/contracts';
import { parsePriceCents } from '@solvent/contracts/rules';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { fileUrl } from '../../files/index.ts';
import type { ReceivedFile } from '../../files/index.ts';
import { cancelledUploads, files, moduleMedia, modules, moduleVersions } from '../../../schema/index.ts';
import type { FileRow, ModuleRow } from '../../../schema/index.ts';
import type { ReceivedModule } from './form.ts';
import { setMediaVisibility } from '../visibility.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { lockKey } from '../../../platform/db/transactions.ts';

export function toColumns(fields: ModuleFields) {
  const { title, description, techStack, price, priceAmount = '', license, documentation } = fields;
  return {
    title,
    description,
    tags: techStack,
    priceCents: price === 'paid' ? parsePriceCents(priceAmount) : 0,
    license,
    documentation,
    repositoryUrl: fields.repositoryUrl || null,
    demoUrl: fields.demoUrl || null,
    sandboxUrl: fields.sandboxUrl || null,
  };
}

/** Setting MODULE_REVIEW: what happens after the checks pass. */
export type ReviewMode = 'automatic' | 'manual';

interface ReviewState {
  status: 'published' | 'in-review';
  stage: ReviewStage;
  releasedAt: Date | null;
}

export const getReviewState = (mode: ReviewMode, at: Date): ReviewState =>
  mode === 'manual'
    ? { status: 'in-review', stage: 'team', releasedAt: null }
    : { status: 'published', stage: 'done', releasedAt: at };

/** Returns the state of an upload, which is blocked if it may contain secrets (product 4.17). */
export const getUploadState = (findings: ReviewFinding[], mode: ReviewMode, at: Date): ReviewState =>
  findings.some(({ line }) => line !== null)
    ? { status: 'in-review', stage: 'secrets', releasedAt: null }
    : getReviewState(mode, at);

// Paths next to /modules/:id and /toolbox/:id.
const RESERVED_SLUGS = new Set(['own', 'purchased', 'saved', 'upload']);
const MAX_SLUG_NUMBER = 100_000;

/** Returns the name as a slug, with the first free number from 2 if it is taken. */
async function findFreeSlug(tx: Tx, name: string): Promise<string> {
  if (!RESERVED_SLUGS.has(name) && (await tx.$count(modules, eq(modules.slug, name))) === 0) return name;
  const { rows } = await tx.execute<{ slug: string }>(sql`
    SELECT ${name}::text || '-' || number AS slug FROM generate_series(2, ${MAX_SLUG_NUMBER}::int) AS number
    WHERE NOT EXISTS (SELECT FROM modules WHERE slug = ${name}::text || '-' || number)
    LIMIT 1`);
  const [free] = rows;
  if (free === undefined) throw new Error(`Too many modules are named ${name}`);
  return free.slug;
}

export const buildArchiveRow = (file: ReceivedFile, ownerId: string, createdAt: Date): FileRow => ({
  id: newId(),
  ownerId,
  ...file,
  purpose: 'module',
  visibility: 'private',
  createdAt,
});

interface Media {
  kind: 'image' | 'video';
  row: FileRow;
}

function buildMedia(
  { images, videos, authorId: ownerId }: NewModule,
  visibility: FileRow['visibility'],
  createdAt: Date,
): Media[] {
  const build = (kind: Media['kind'], received: ReceivedFile[]): Media[] =>
    received.map((file) => ({
      kind,
      row: { id: newId(), ownerId, ...file, purpose: 'module-media', visibility, createdAt },
    }));
  return [...build('image', images), ...build('video', videos)];
}

async function insertMedia(tx: Tx, moduleId: string, media: Media[]): Promise<void> {
  if (media.length === 0) return;
  await tx.insert(files).values(media.map(({ row }) => row));
  await tx.insert(moduleMedia).values(media.map(({ kind, row }, position) => ({ moduleId, fileId: row.id, kind, position })));
}

/** Makes a version the current one. A module that was never published is released with it; an unpublished one stays unpublished. */
export async function publishVersion(tx: Tx, { id, status }: ModuleRow, version: string, at: Date): Promise<void> {
  const isFirstRelease = status === 'in-review' || status === 'rejected';
  const release = isFirstRelease ? { status: 'published' as const, releasedAt: at } : {};
  await tx
    .update(modules)
    .set({ version, updatedAt: at, ...release })
    .where(eq(modules.id, id));
  if (isFirstRelease) await setMediaVisibility(tx, id, 'public');
}

const FIRST_VERSION = '1.0.0';
const MAX_SLUG_ATTEMPTS = 50;

interface NewModule extends ReceivedModule {
  authorId: string;
  requestKey: string | undefined;
  findings: ReviewFinding[];
  reviewMode: ReviewMode;
}

/** The same request already created this module. */
export class AlreadyCreated extends Error {
  override readonly name = 'AlreadyCreated';
  readonly moduleId: string;

  constructor(moduleId: string) {
    super(`The same request already created module ${moduleId}`);
    this.moduleId = moduleId;
  }
}

function hashRequest({ fields, archive, images, videos }: ReceivedModule): string {
  const sentFiles = [archive, ...images, ...videos].map(({ name, sha256 }) => [name, sha256]);
  return createHash('sha256')
    .update(JSON.stringify([fields, sentFiles]))
    .digest('hex');
}

const toLockKey = (authorId: string, requestKey: string) => `upload ${authorId} ${requestKey}`;

const createdBy = (authorId: string, requestKey: string) =>
  and(eq(modules.authorId, authorId), eq(modules.requestKey, requestKey));

/** @throws AlreadyCreated for a repeat; AppError `conflict` if the upload was cancelled, or the key created another module */
async function claimKey(tx: Tx, authorId: string, requestKey: string, requestHash: string): Promise<void> {
  await lockKey(tx, toLockKey(authorId, requestKey));
  const own = and(eq(cancelledUploads.authorId, authorId), eq(cancelledUploads.requestKey, requestKey));
  if ((await tx.$count(cancelledUploads, own)) > 0) throw new AppError('conflict', 'This upload was cancelled.');
  const [existing] = await tx.select().from(modules).where(createdBy(authorId, requestKey));
  if (existing === undefined) return;
  if (existing.requestHash === requestHash) throw new AlreadyCreated(existing.id);
  throw new AppError(
    'conflict',
    `“${existing.title}” was published before with what this form held then, and what differs now is not in it.`,
  );
}

/** Cancels an upload, even before it arrives. @returns the id of a module that it created, to delete */
export const cancelUpload = (db: Db, authorId: string, requestKey: string): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    await lockKey(tx, toLockKey(authorId, requestKey));
    await tx.insert(cancelledUploads).values({ authorId, requestKey, createdAt: new Date() }).onConflictDoNothing();
    const isLive = and(createdBy(authorId, requestKey), isNull(modules.deletedAt));
    const [created] = await tx.select({ id: modules.id }).from(modules).where(isLive);
    return created?.id;
  });

// Longer than any upload takes.
const CANCELLED_TTL_MS = 24 * 3_600_000;

export async function deleteCancelledUploads(db: Db): Promise<void> {
  await db.delete(cancelledUploads).where(lt(cancelledUploads.createdAt, new Date(Date.now() - CANCELLED_TTL_MS)));
}

// A concurrent insert of the same slug blocks this one; the next attempt uses another number.
async function insertModule(tx: Tx, row: Omit<typeof modules.$inferInsert, 'slug'>): Promise<string> {
  for (let attempt = 1; attempt <= MAX_SLUG_ATTEMPTS; attempt += 1) {
    const slug = await findFreeSlug(tx, moduleSlug(row.title));
    const [stored] = await tx
      .insert(modules)
      .values({ ...row, slug })
      .onConflictDoNothing()
      .returning({ id: modules.id });
    if (stored !== undefined) return stored.id;
  }
  throw new Error(`No free slug found for a module named ${row.title}`);
}

/** @throws AlreadyCreated for a repeat; AppError `conflict` if the key was cancelled or created another module */
export async function storeModule(tx: Tx, module: NewModule): Promise<string> {
  const { fields, archive, authorId, requestKey, findings, reviewMode } = module;
  const requestHash = hashRequest(module);
  if (requestKey !== undefined) await claimKey(tx, authorId, requestKey, requestHash);
  const at = new Date();
  const { status, stage, releasedAt } = getUploadState(findings, reviewMode, at);
  const media = buildMedia(module, status === 'published' ? 'public' : 'private', at);
  const firstImage = media.find(({ kind }) => kind === 'image');
  const moduleId = await insertModule(tx, {
    ...toColumns(fields),
    authorId,
    requestKey,
    requestHash,
    version: FIRST_VERSION,
    status,
    previewImage: firstImage ? fileUrl(firstImage.row.id) : null,
    releasedAt: at,
    updatedAt: at,
  });
  const file = buildArchiveRow(archive, authorId, at);
  await tx.insert(files).values(file);
  const version = { moduleId, version: FIRST_VERSION, fileId: file.id, status, stage, findings, createdAt: at, releasedAt };
  await tx.insert(moduleVersions).values(version);
  await insertMedia(tx, moduleId, media);
  return moduleId;
}
