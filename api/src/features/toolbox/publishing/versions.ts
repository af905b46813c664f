import type { ReviewFinding } from '@solvent/contracts';
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { gt, inc, rsort } from 'semver';
import { users } from '../../accounts/schema.ts';
import { files } from '../../files/schema.ts';
import { hasTakeDown } from '../../moderation/service.ts';
import { lockChangeableModule } from './own-modules.ts';
import type { Asked } from './own-modules.ts';
import type { ReceivedVersion } from './check-form.ts';
import { tellOfDecision, versionIsOut } from '../news.ts';
import { archiveRow, publishVersion, reviewState, uploadState } from './storing.ts';
import type { Reviewing } from './storing.ts';
import { moduleVersions, modules } from '../schema.ts';
import type { ModuleRow } from '../schema.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import { newId } from '../../../platform/db/new-id.ts';
import type { AddJob } from '../../../platform/jobs/jobs.ts';
import type { Transact } from '../../../platform/outbox/outbox.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';

/** A version whose form and archive have passed. */
interface NewVersion extends ReceivedVersion {
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

/** Versions that wait for the team. */
const WAITING = and(eq(moduleVersions.status, 'in-review'), ne(moduleVersions.stage, 'secrets'));
const waitingOf = (moduleId: string) => and(eq(moduleVersions.moduleId, moduleId), WAITING);

/** The version of a module that is held back because of a secret. */
const heldOf = (moduleId: string) =>
  and(eq(moduleVersions.moduleId, moduleId), eq(moduleVersions.status, 'in-review'), eq(moduleVersions.stage, 'secrets'));

/** Rejects versions because a later one replaces them. */
async function replaceVersions(tx: Tx, replaced: SQL | undefined, version: string): Promise<void> {
  await tx
    .update(moduleVersions)
    .set({ status: 'rejected', reason: `Version ${version} took its place.` })
    .where(replaced);
}

/** The page of a module that never was published is about the version that is wanted. */
async function awaitReview(tx: Tx, { id, status }: ModuleRow, version: string): Promise<void> {
  const unseen = and(eq(modules.id, id), inArray(modules.status, ['in-review', 'rejected']));
  if (status !== 'published' && status !== 'unpublished')
    await tx.update(modules).set({ version, status: 'in-review' }).where(unseen);
}

/**
 * Stores a new version of an own module; whoever has the module is told of one that is published at once.
 * @returns the module's id
 * @throws AppError `not_found`, `forbidden`, `conflict`; VersionIsThere for what was sent before
 */
export async function storeVersion(tx: Tx, add: AddJob, asked: Asked, sent: NewVersion): Promise<string> {
  const module = await lockChangeableModule(tx, asked);
  await checkHigher(tx, module.id, sent);
  const at = new Date();
  const { fields, archive, findings, reviewing } = sent;
  const { version, notes } = fields;
  const file = archiveRow(archive, { ownerId: asked.callerId, at });
  await tx.insert(files).values(file);
  const { status, stage, releasedAt } = uploadState(findings, reviewing, at);
  const id = newId();
  const row = { id, moduleId: module.id, version, notes, fileId: file.id, status, stage, findings, createdAt: at, releasedAt };
  await replaceVersions(tx, heldOf(module.id), version);
  await tx.insert(moduleVersions).values(row);
  if (status === 'published') {
    await publishVersion(tx, module, version, at);
    await add(tx, versionIsOut, { versionId: id });
  } else await awaitReview(tx, module, version);
  return module.id;
}

/**
 * Continues with a version that was held back, because its author says that what was found is no secret. A repeat does nothing.
 * @returns the module's id
 * @throws AppError `not_found`, `forbidden`; `conflict` if it was replaced or rejected, or the module is taken down
 */
export async function confirmNoSecret(
  tx: Tx,
  add: AddJob,
  { version, ...asked }: Asked & { version: string },
  reviewing: Reviewing,
): Promise<string> {
  const module = await lockChangeableModule(tx, asked);
  const named = and(eq(moduleVersions.moduleId, module.id), eq(moduleVersions.version, version));
  const [held] = await tx.select().from(moduleVersions).where(named);
  if (held === undefined) throw notFound('This version');
  if (held.status === 'rejected') throw conflict(held.reason ?? 'This version was rejected.');
  if (held.stage !== 'secrets') return module.id;
  if (reviewing === 'manual') {
    await tx.update(moduleVersions).set(reviewState(reviewing, new Date())).where(eq(moduleVersions.id, held.id));
    await awaitReview(tx, module, version);
  } else await publish(tx, add, module, held);
  return module.id;
}

/** What the team says of a version: it is published, or why it is not and what its author is to change. */
export type ReviewDecision = { publish: true } | { publish: false; reason: string };

/** A version that waits for the team. */
interface WaitingVersion {
  slug: string;
  title: string;
  version: string;
  author: string;
  /** How many findings its author was told of. */
  findings: number;
}

/** The versions that wait for the team, the longest first. */
export async function listPendingVersions(db: Db): Promise<WaitingVersion[]> {
  const rows = await db
    .select({
      slug: modules.slug,
      title: modules.title,
      version: moduleVersions.version,
      author: users.name,
      findings: moduleVersions.findings,
    })
    .from(moduleVersions)
    .innerJoin(modules, eq(modules.id, moduleVersions.moduleId))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(and(WAITING, isNull(modules.deletedAt)))
    .orderBy(moduleVersions.createdAt, moduleVersions.id);
  return rows.map(({ findings, ...row }) => ({ ...row, findings: findings.length }));
}

async function publish(tx: Tx, add: AddJob, module: ModuleRow, chosen: { id: string; version: string }): Promise<void> {
  const at = new Date();
  await tx
    .update(moduleVersions)
    .set({ status: 'published', stage: 'done', releasedAt: at })
    .where(eq(moduleVersions.id, chosen.id));
  await replaceVersions(tx, and(waitingOf(module.id), ne(moduleVersions.id, chosen.id)), chosen.version);
  await publishVersion(tx, module, chosen.version, at);
  // No one has a module that was not published before.
  if (module.status === 'published' || module.status === 'unpublished') await add(tx, versionIsOut, { versionId: chosen.id });
}

async function reject(tx: Tx, module: ModuleRow, reason: string): Promise<void> {
  await tx.update(moduleVersions).set({ status: 'rejected', reason }).where(waitingOf(module.id));
  if (module.status === 'in-review') await tx.update(modules).set({ status: 'rejected' }).where(eq(modules.id, module.id));
}

/**
 * Ends the review of what waits of a module: its latest version is published, or all that waits is rejected. Its author is told,
 * and of what is published whoever has the module.
 * @returns the version that was decided; undefined if nothing of such a module waits
 * @throws AppError `conflict` if a version of a taken-down module is to be published
 */
export async function decideReview(
  { transact, add }: { transact: Transact; add: AddJob },
  slug: string,
  verdict: ReviewDecision,
): Promise<string | undefined> {
  return transact(async (tx, events) => {
    const [module] = await tx
      .select()
      .from(modules)
      .where(and(eq(modules.slug, slug), isNull(modules.deletedAt)))
      .for('update');
    if (module === undefined) return undefined;
    const [latest] = await tx
      .select({ id: moduleVersions.id, version: moduleVersions.version, notes: moduleVersions.notes })
      .from(moduleVersions)
      .where(waitingOf(module.id))
      .orderBy(desc(moduleVersions.createdAt), desc(moduleVersions.id))
      .limit(1);
    if (latest === undefined) return undefined;
    if (verdict.publish) {
      if (await hasTakeDown(tx, module.id)) throw conflict(`${slug} is taken down: restore it first, or reject the version.`);
      await publish(tx, add, module, latest);
    } else await reject(tx, module, verdict.reason);
    const reason = verdict.publish ? undefined : verdict.reason;
    await tellOfDecision(tx, events, module, { version: latest.version, reason });
    return latest.version;
  });
}
