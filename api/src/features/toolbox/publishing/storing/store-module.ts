import { and, eq } from 'drizzle-orm';
import { moduleSlug } from '@solvent/contracts';
import type { ReviewFinding } from '@solvent/contracts';
import type { Executor, Tx } from '../../../../platform/db/connect.ts';
import { files } from '../../../files/schema/files.ts';
import { modules, moduleVersions } from '../../schema.ts';
import type { ReceivedModule } from '../receive/check-form.ts';
import { columnsOf } from './columns.ts';
import { archiveRow, insertMedia, mediaOf, previewOf } from './file-rows.ts';
import { freeSlug } from './free-slug.ts';
import { reviewState } from './review-state.ts';
import type { Reviewing } from './review-state.ts';

/** Every module begins with it. */
const FIRST_VERSION = '1.0.0';
/** So often another module may take the address in the same moment. */
const TRIES = 50;

/** A module whose form and archive have passed. */
export interface NewModule extends ReceivedModule {
  authorId: string;
  /** The author's Idempotency-Key. */
  requestKey: string | undefined;
  findings: ReviewFinding[];
  reviewing: Reviewing;
}

/** The module that this key made before. */
export async function madeBefore(db: Executor, authorId: string, requestKey: string | undefined): Promise<string | undefined> {
  if (requestKey === undefined) return undefined;
  const own = and(eq(modules.authorId, authorId), eq(modules.requestKey, requestKey));
  const [found] = await db.select({ id: modules.id }).from(modules).where(own);
  return found?.id;
}

/** Why nothing was stored: the same key did it in the meantime. */
export class MadeBefore extends Error {
  override readonly name = 'MadeBefore';
  readonly moduleId: string;

  constructor(moduleId: string) {
    super(`The module ${moduleId} was made by the same request before`);
    this.moduleId = moduleId;
  }
}

type Row = Omit<typeof modules.$inferInsert, 'slug'>;

/** Whoever takes the same address at the same time is waited for; then the next number is free. */
async function insertModule(tx: Tx, row: Row & { requestKey: string | undefined }): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await madeBefore(tx, row.authorId, row.requestKey);
    if (before !== undefined) throw new MadeBefore(before);
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
 * @throws MadeBefore where the same key made it before, also of two at once
 */
export async function storeModule(tx: Tx, { fields, archive, images, videos, ...about }: NewModule): Promise<string> {
  const { authorId, requestKey, findings, reviewing } = about;
  const at = new Date();
  const owning = { ownerId: authorId, at };
  const { status, stage, releasedAt } = reviewState(reviewing, at);
  const media = mediaOf({ images, videos }, owning, status === 'published');
  const dates = { releasedAt: at, updatedAt: at };
  const own = { authorId, requestKey, version: FIRST_VERSION, status, previewImage: previewOf(media), ...dates };
  const moduleId = await insertModule(tx, { ...columnsOf(fields), ...own });
  const file = archiveRow(archive, owning);
  await tx.insert(files).values(file);
  const version = { moduleId, version: FIRST_VERSION, fileId: file.id, status, stage, findings, createdAt: at, releasedAt };
  await tx.insert(moduleVersions).values(version);
  await insertMedia(tx, moduleId, media);
  return moduleId;
}
