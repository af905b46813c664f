import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import type { Db, Tx } from '../../../../platform/db/connect.ts';
import { modules, moduleVersions } from '../../schema.ts';
import type { ModuleRow } from '../../schema.ts';
import { users } from '../../../accounts/schema/users.ts';
import { publishVersion } from '../storing/publish-version.ts';

/** What the team says of a version: it is published, or why it is not and what its author is to change. */
export type Verdict = { publish: true } | { publish: false; reason: string };

/** A version that waits for the team. */
export interface WaitingVersion {
  slug: string;
  title: string;
  version: string;
  author: string;
  /** How many findings its author was told of. */
  findings: number;
}

/** The versions that wait for the team, the longest first. */
export async function listWaiting(db: Db): Promise<WaitingVersion[]> {
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
    .where(and(eq(moduleVersions.status, 'in-review'), isNull(modules.deletedAt)))
    .orderBy(moduleVersions.createdAt, moduleVersions.id);
  return rows.map(({ findings, ...row }) => ({ ...row, findings: findings.length }));
}

const waitingOf = (moduleId: string) => and(eq(moduleVersions.moduleId, moduleId), eq(moduleVersions.status, 'in-review'));

async function publish(tx: Tx, module: ModuleRow, chosen: { id: string; version: string }): Promise<void> {
  const at = new Date();
  await tx
    .update(moduleVersions)
    .set({ status: 'published', stage: 'done', releasedAt: at })
    .where(eq(moduleVersions.id, chosen.id));
  const older = and(waitingOf(module.id), ne(moduleVersions.id, chosen.id));
  await tx
    .update(moduleVersions)
    .set({ status: 'rejected', reason: `Version ${chosen.version} took its place.` })
    .where(older);
  await publishVersion(tx, module, chosen.version, at);
}

async function reject(tx: Tx, module: ModuleRow, reason: string): Promise<void> {
  await tx.update(moduleVersions).set({ status: 'rejected', reason }).where(waitingOf(module.id));
  if (module.status === 'in-review') await tx.update(modules).set({ status: 'rejected' }).where(eq(modules.id, module.id));
}

/**
 * Ends the review of what waits of a module: its latest version is published, or all that waits is rejected.
 * @returns the version that was decided; undefined if nothing of such a module waits
 */
export async function decideReview(db: Db, slug: string, verdict: Verdict): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [module] = await tx
      .select()
      .from(modules)
      .where(and(eq(modules.slug, slug), isNull(modules.deletedAt)))
      .for('update');
    if (module === undefined) return undefined;
    const [latest] = await tx
      .select({ id: moduleVersions.id, version: moduleVersions.version })
      .from(moduleVersions)
      .where(waitingOf(module.id))
      .orderBy(desc(moduleVersions.createdAt), desc(moduleVersions.id))
      .limit(1);
    if (latest === undefined) return undefined;
    if (verdict.publish) await publish(tx, module, latest);
    else await reject(tx, module, verdict.reason);
    return latest.version;
  });
}
