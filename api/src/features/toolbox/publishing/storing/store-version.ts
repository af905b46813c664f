import { and, eq, inArray } from 'drizzle-orm';
import { gt, inc, rsort } from 'semver';
import type { ReviewFinding } from '@solvent/contracts';
import type { Tx } from '../../../../platform/db/connect.ts';
import { files } from '../../../files/schema/files.ts';
import { modules, moduleVersions } from '../../schema.ts';
import type { ModuleRow } from '../../schema.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { lockOwnModule } from '../owning/own-module.ts';
import type { Asked } from '../owning/own-module.ts';
import type { ReceivedVersion } from '../receive/check-form.ts';
import { archiveRow } from './file-rows.ts';
import { publishVersion } from './publish-version.ts';
import { reviewState } from './review-state.ts';
import type { Reviewing } from './review-state.ts';

/** A version whose form and archive have passed. */
export interface NewVersion extends ReceivedVersion {
  findings: ReviewFinding[];
  reviewing: Reviewing;
}

/** Why nothing was stored: this version with these bytes is there already. */
export class VersionIsThere extends Error {
  override readonly name = 'VersionIsThere';
}

/** @throws VersionIsThere for what was sent before; AppError `conflict` for one that is not higher than all others */
async function checkHigher(tx: Tx, moduleId: string, { fields: { version }, archive }: NewVersion): Promise<void> {
  const there = await tx
    .select({ version: moduleVersions.version, sha256: files.sha256 })
    .from(moduleVersions)
    .innerJoin(files, eq(files.id, moduleVersions.fileId))
    .where(eq(moduleVersions.moduleId, moduleId));
  if (there.some((one) => one.version === version && one.sha256 === archive.sha256)) throw new VersionIsThere();
  const [latest] = rsort(there.map((one) => one.version));
  if (latest === undefined || gt(version, latest)) return;
  const next = inc(latest, 'patch') ?? latest;
  throw new AppError('conflict', `The latest version is ${latest}: a new one needs a higher number, such as ${next}.`, {
    errors: { version: `Version must be higher than ${latest}` },
  });
}

/** The page of a module that never was published is about the version that is wanted. */
async function awaitReview(tx: Tx, { id, status }: ModuleRow, version: string): Promise<void> {
  const unseen = and(eq(modules.id, id), inArray(modules.status, ['in-review', 'rejected']));
  if (status !== 'published' && status !== 'unpublished')
    await tx.update(modules).set({ version, status: 'in-review' }).where(unseen);
}

/**
 * Stores a new version of an own module.
 * @returns the module's id
 * @throws AppError `not_found`, `forbidden`, `conflict`; VersionIsThere for what was sent before
 */
export async function storeVersion(tx: Tx, asked: Asked, sent: NewVersion): Promise<string> {
  const module = await lockOwnModule(tx, asked);
  await checkHigher(tx, module.id, sent);
  const at = new Date();
  const { fields, archive, findings, reviewing } = sent;
  const { version, notes } = fields;
  const file = archiveRow(archive, { ownerId: asked.callerId, at });
  await tx.insert(files).values(file);
  const { status, stage, releasedAt } = reviewState(reviewing, at);
  const row = { moduleId: module.id, version, notes, fileId: file.id, status, stage, findings, createdAt: at, releasedAt };
  await tx.insert(moduleVersions).values(row);
  if (status === 'published') await publishVersion(tx, module, version, at);
  else await awaitReview(tx, module, version);
  return module.id;
}
