import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { gt, inc, rsort } from 'semver';
import { files, modules, moduleVersions, users } from '../../../schema/index.ts';
import type { ModuleRow } from '../../../schema/index.ts';
import { hasTakeDown } from '../../moderation/index.ts';
import { lockChangeableModule } from './own-modules.ts';
import type { OwnModuleTarget } from './own-modules.ts';
import { notifyAuthorOfDecision, notifyOwnersJob } from '../notifications.ts';
import { insertVersion, publishVersion } from './store-module.ts';
import type { ReceivedVersion, ReviewedUpload } from './store-module.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../../../platform/db/connect.ts';
import type { AddJob } from '../../../platform/jobs/jobs.ts';
import type { Transact } from '../../../platform/outbox/outbox.ts';
import { AppError, conflict, notFound } from '../../../platform/errors/app-error.ts';

type NewVersion = ReceivedVersion & ReviewedUpload;

/** @returns false if the same version with the same bytes exists */
async function isNewVersion(tx: Tx, moduleId: string, { fields: { version }, archive }: NewVersion): Promise<boolean> {
  const existing = await tx
    .select({ version: moduleVersions.version, sha256: files.sha256 })
    .from(moduleVersions)
    .innerJoin(files, eq(files.id, moduleVersions.fileId))
    .where(eq(moduleVersions.moduleId, moduleId));
  if (existing.some((one) => one.version === version && one.sha256 === archive.sha256)) return false;
  const [latest] = rsort(existing.map((one) => one.version));
  if (latest === undefined || gt(version, latest)) return true;
  const next = inc(latest, 'patch') ?? latest;
  throw new AppError('conflict', `The latest version is ${latest}. Use a higher number, such as ${next}.`, {
    errors: { version: `Version must be higher than ${latest}` },
  });
}

const IS_PENDING = and(eq(moduleVersions.status, 'in-review'), ne(moduleVersions.stage, 'secrets'));
const isPendingVersion = (moduleId: string) => and(eq(moduleVersions.moduleId, moduleId), IS_PENDING);

const isBlocked = (moduleId: string) =>
  and(eq(moduleVersions.moduleId, moduleId), eq(moduleVersions.status, 'in-review'), eq(moduleVersions.stage, 'secrets'));

async function replaceVersions(tx: Tx, replaced: SQL | undefined, version: string): Promise<void> {
  const reason = `Replaced by version ${version}.`;
  await tx.update(moduleVersions).set({ status: 'rejected', reason }).where(replaced);
}

/** Shows the pending version on the page of a module that was never published. */
async function awaitReview(tx: Tx, { id, status }: ModuleRow, version: string): Promise<void> {
  if (status === 'in-review' || status === 'rejected')
    await tx.update(modules).set({ version, status: 'in-review' }).where(eq(modules.id, id));
}

export async function storeVersion(tx: Tx, add: AddJob, target: OwnModuleTarget, newVersion: NewVersion) {
  const module = await lockChangeableModule(tx, target);
  if (!(await isNewVersion(tx, module.id, newVersion))) return { isNew: false };
  const at = new Date();
  const { fields } = newVersion;
  await replaceVersions(tx, isBlocked(module.id), fields.version);
  const values = { ...fields, moduleId: module.id, ownerId: target.callerId };
  const { id, status } = await insertVersion(tx, values, newVersion, at);
  if (status === 'published') {
    await publishVersion(tx, module, fields.version, at);
    await add(tx, notifyOwnersJob, { versionId: id });
  } else await awaitReview(tx, module, fields.version);
  return { isNew: true };
}

/** Records that the author declares that the findings are no secrets. */
export async function confirmNoSecret(
  tx: Tx,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  target: OwnModuleTarget,
  version: string,
): Promise<string> {
  const module = await lockChangeableModule(tx, target);
  const condition = and(eq(moduleVersions.moduleId, module.id), eq(moduleVersions.version, version));
  const [blocked] = await tx.select().from(moduleVersions).where(condition);
  if (blocked === undefined) throw notFound('This version');
  if (blocked.status === 'rejected') throw conflict(blocked.reason ?? 'This version was rejected.');
  if (blocked.stage !== 'secrets') return module.id;
  if (config.moduleReview === 'manual') {
    await tx.update(moduleVersions).set({ stage: 'team' }).where(eq(moduleVersions.id, blocked.id));
    await awaitReview(tx, module, version);
  } else await publish(tx, jobs.add, module, blocked);
  return module.id;
}

export type ReviewDecision = { publish: true } | { publish: false; reason: string };

export async function listPendingVersions(db: Db) {
  const [{ slug, title }, { version, findings: found }] = [modules, moduleVersions];
  const rows = await db
    .select({ slug, title, version, author: users.name, findings: found })
    .from(moduleVersions)
    .innerJoin(modules, eq(modules.id, moduleVersions.moduleId))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(and(IS_PENDING, isNull(modules.deletedAt)))
    .orderBy(moduleVersions.createdAt, moduleVersions.id);
  return rows.map(({ findings, ...row }) => ({ ...row, findings: findings.length }));
}

async function publish(tx: Tx, add: AddJob, module: ModuleRow, { id, version }: { id: string; version: string }): Promise<void> {
  const at = new Date();
  await tx.update(moduleVersions).set({ status: 'published', stage: 'done', releasedAt: at }).where(eq(moduleVersions.id, id));
  await replaceVersions(tx, and(isPendingVersion(module.id), ne(moduleVersions.id, id)), version);
  await publishVersion(tx, module, version, at);
  // A module that was never published has no owners.
  if (module.status === 'published' || module.status === 'unpublished') await add(tx, notifyOwnersJob, { versionId: id });
}

/** Publishes the latest pending version of a module, or rejects all of them. @returns the version; undefined if none is pending */
export async function decideReview(
  { transact, add }: { transact: Transact; add: AddJob },
  slug: string,
  decision: ReviewDecision,
): Promise<string | undefined> {
  return transact(async (tx, events) => {
    const isLive = and(eq(modules.slug, slug), isNull(modules.deletedAt));
    const [module] = await tx.select().from(modules).where(isLive).for('update');
    if (module === undefined) return undefined;
    const [latest] = await tx
      .select({ id: moduleVersions.id, version: moduleVersions.version })
      .from(moduleVersions)
      .where(isPendingVersion(module.id))
      .orderBy(desc(moduleVersions.createdAt), desc(moduleVersions.id))
      .limit(1);
    if (latest === undefined) return undefined;
    const reason = decision.publish ? undefined : decision.reason;
    if (reason === undefined) {
      if (await hasTakeDown(tx, module.id)) throw conflict(`${slug} is taken down: restore it first, or reject the version.`);
      await publish(tx, add, module, latest);
    } else {
      await tx.update(moduleVersions).set({ status: 'rejected', reason }).where(isPendingVersion(module.id));
      if (module.status === 'in-review') await tx.update(modules).set({ status: 'rejected' }).where(eq(modules.id, module.id));
    }
    await notifyAuthorOfDecision(tx, events, module, latest.version, reason);
    return latest.version;
  });
}
