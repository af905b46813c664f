import { createHash } from 'node:crypto';
import { moduleSlug } from '@solvent/contracts';
import type { ModuleFields, ReviewStage } from '@solvent/contracts';
import { parsePriceCents } from '@solvent/contracts/rules';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { fileUrl } from '../../files/index.ts';
import { cancelledUploads, files, moduleMedia, modules, moduleVersions } from '../../../schema/index.ts';
import type { ModuleRow } from '../../../schema/index.ts';
import type { reviewArchive, validateModule, validateVersion } from './form.ts';
import { setMediaVisibility } from '../visibility.ts';
import { conflict } from '../../../platform/errors/app-error.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { lockKey } from '../../../platform/db/transactions.ts';

export function toColumns(fields: ModuleFields) {
  const { title, description, techStack, price, priceAmount = '', license, documentation, keyFeatures } = fields;
  return {
    title,
    description,
    tags: techStack,
    priceCents: price === 'paid' ? parsePriceCents(priceAmount) : 0,
    license,
    documentation,
    // Clients before this field do not send it.
    ...(keyFeatures && { keyFeatures }),
    repositoryUrl: fields.repositoryUrl || null,
    demoUrl: fields.demoUrl || null,
    sandboxUrl: fields.sandboxUrl || null,
  };
}

export type ReviewedUpload = Awaited<ReturnType<typeof reviewArchive>>;

type UploadState = { status: 'published' | 'in-review'; stage: ReviewStage; releasedAt: Date | null };

export type ReceivedVersion = ReturnType<typeof validateVersion>;
type ReceivedModule = ReturnType<typeof validateModule>;

/** Returns the state of an upload, which is blocked if it may contain secrets (product 4.17). */
function getUploadState({ findings, reviewMode }: ReviewedUpload, at: Date): UploadState {
  const hasSecrets = findings.some(({ line }) => line !== null);
  if (!hasSecrets && reviewMode === 'automatic') return { status: 'published', stage: 'done', releasedAt: at };
  return { status: 'in-review', stage: hasSecrets ? 'secrets' : 'team', releasedAt: null };
}

type VersionValues = ReceivedVersion['fields'] & Record<'moduleId' | 'ownerId', string>;

export async function insertVersion(tx: Tx, values: VersionValues, upload: ReviewedUpload, createdAt: Date) {
  const { moduleId, ownerId, version, notes } = values;
  const [id, fileId] = [newId(), newId()];
  const file = { ...upload.archive, id: fileId, ownerId, createdAt };
  await tx.insert(files).values({ ...file, purpose: 'module', visibility: 'private' });
  const state = getUploadState(upload, createdAt);
  const row = { id, moduleId, version, notes, fileId, findings: upload.findings, createdAt, ...state };
  await tx.insert(moduleVersions).values(row);
  return { id, ...state };
}

// Paths next to /modules/:id and /toolbox/:id.
const RESERVED_SLUGS = ['own', 'purchased', 'saved', 'upload'];

/** Returns the title's slug, with the first free number from 2 if it is taken. */
async function findFreeSlug(tx: Tx, title: string): Promise<string> {
  // Without the lock, concurrent uploads with the same title would choose the same slug.
  await lockKey(tx, 'module slugs');
  const name = moduleSlug(title);
  const first = RESERVED_SLUGS.includes(name) ? 2 : 1;
  const { rows } = await tx.execute<{ slug: string }>(sql`
    SELECT slug FROM generate_series(${first}::int, 100000) AS number, concat_ws('-', ${name}::text, nullif(number, 1)) AS slug
    WHERE NOT EXISTS (SELECT FROM modules WHERE modules.slug = slug.slug)
    LIMIT 1`);
  const [free] = rows;
  if (free === undefined) throw new Error(`Too many modules are named ${name}`);
  return free.slug;
}

/** Makes a version the current one. A module that was never published is released with it; an unpublished one stays unpublished. */
export async function publishVersion(tx: Tx, { id, status }: ModuleRow, version: string, at: Date): Promise<void> {
  const isFirstRelease = status === 'in-review' || status === 'rejected';
  const release = isFirstRelease ? { status: 'published' as const, releasedAt: at } : {};
  const changes = { version, updatedAt: at, ...release };
  await tx.update(modules).set(changes).where(eq(modules.id, id));
  if (isFirstRelease) await setMediaVisibility(tx, id, 'public');
}

interface NewModule extends ReceivedModule, ReviewedUpload {
  authorId: string;
  requestKey: string | undefined;
}

function hashRequest({ fields, archive, images, videos }: ReceivedModule): string {
  const sentFiles = [archive, ...images, ...videos].map(({ name, sha256 }) => [name, sha256]);
  const sent = JSON.stringify([fields, sentFiles]);
  return createHash('sha256').update(sent).digest('hex');
}

const toLockKey = (authorId: string, requestKey: string) => `upload ${authorId} ${requestKey}`;

const createdBy = (authorId: string, requestKey: string) =>
  and(eq(modules.authorId, authorId), eq(modules.requestKey, requestKey));

/** @returns the id of the module that the same request created */
async function claimKey(tx: Tx, authorId: string, requestKey: string, requestHash: string): Promise<string | undefined> {
  await lockKey(tx, toLockKey(authorId, requestKey));
  const own = and(eq(cancelledUploads.authorId, authorId), eq(cancelledUploads.requestKey, requestKey));
  if ((await tx.$count(cancelledUploads, own)) > 0) throw conflict('This upload was cancelled.');
  const [existing] = await tx.select().from(modules).where(createdBy(authorId, requestKey));
  if (existing === undefined || existing.requestHash === requestHash) return existing?.id;
  throw conflict(`“${existing.title}” was published before with what this form held then, and what differs now is not in it.`);
}

/** Cancels an upload, even before it arrives. @returns the id of a module that it created, to delete */
export async function cancelUpload(tx: Tx, authorId: string, requestKey: string): Promise<string | undefined> {
  await lockKey(tx, toLockKey(authorId, requestKey));
  await tx.insert(cancelledUploads).values({ authorId, requestKey, createdAt: new Date() }).onConflictDoNothing();
  const isLive = and(createdBy(authorId, requestKey), isNull(modules.deletedAt));
  const [created] = await tx.select({ id: modules.id }).from(modules).where(isLive);
  return created?.id;
}

// Longer than any upload takes.
const CANCELLED_TTL_MS = 24 * 3_600_000;

export async function deleteCancelledUploads(db: Db): Promise<void> {
  await db.delete(cancelledUploads).where(lt(cancelledUploads.createdAt, new Date(Date.now() - CANCELLED_TTL_MS)));
}

/** Fails if the key was cancelled or created another module. */
export async function storeModule(tx: Tx, module: NewModule): Promise<{ id: string; isNew: boolean }> {
  const { fields, authorId: ownerId, requestKey } = module;
  const requestHash = hashRequest(module);
  const existingId = requestKey === undefined ? undefined : await claimKey(tx, ownerId, requestKey, requestHash);
  if (existingId !== undefined) return { id: existingId, isNew: false };
  const at = new Date();
  const { status } = getUploadState(module, at);
  const media = [...module.images, ...module.videos].map((file) => ({ ...file, id: newId() }));
  const preview = module.images.length > 0 ? media[0] : undefined;
  const [moduleId, version] = [newId(), '1.0.0'];
  await tx.insert(modules).values({
    ...toColumns(fields),
    id: moduleId,
    slug: await findFreeSlug(tx, fields.title),
    authorId: ownerId,
    requestKey,
    requestHash,
    version,
    status,
    previewImage: preview ? fileUrl(preview.id) : null,
    releasedAt: at,
    updatedAt: at,
  });
  await insertVersion(tx, { moduleId, ownerId, version, notes: '' }, module, at);
  if (media.length > 0) {
    const visibility = status === 'published' ? ('public' as const) : ('private' as const);
    const about = { ownerId, purpose: 'module-media' as const, visibility, createdAt: at };
    await tx.insert(files).values(media.map((file) => ({ ...file, ...about })));
    const getKind = (position: number) => (position < module.images.length ? 'image' : 'video');
    const rows = media.map(({ id: fileId }, position) => ({ moduleId, fileId, kind: getKind(position), position }) as const);
    await tx.insert(moduleMedia).values(rows);
  }
  return { id: moduleId, isNew: true };
}
