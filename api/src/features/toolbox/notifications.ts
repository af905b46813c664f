import type { ModuleReviewBody, PurchaseLicense } from '@solvent/contracts';
import { getMessagePreview } from '@solvent/contracts/message-preview';
import { and, eq, isNotNull, isNull, ne, not, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { moduleDownloads, modulePurchases, modules, moduleVersions, notifications, users } from '../../schema/index.ts';
import type { ModulePurchaseRow, ModuleRow, UserRow } from '../../schema/index.ts';
import { isTakenDown } from '../moderation/index.ts';
import { ACTOR_PLACEHOLDER, notifyGrouped, quoteTitle, stripPlaceholder } from '../notifications/index.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

type Actor = Pick<UserRow, 'id' | 'name' | 'image'>;
type NotifiedModule = Pick<ModuleRow, 'id' | 'title' | 'authorId'>;

/** Formats US cents as "$19.50". */
export const formatDollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

export const LICENSE_NAMES: Record<PurchaseLicense, string> = { standard: 'Standard', extended: 'Extended' };

const describe = (summary: string, text: string): string =>
  text === '' ? `${summary}.` : `${summary}: ${getMessagePreview(stripPlaceholder(text))}`;

const toAuthor = ({ id: moduleId, authorId }: NotifiedModule) => ({ moduleId, userIds: [authorId] });

export async function notifySeller(tx: Tx, events: Events, module: NotifiedModule, sold: ModulePurchaseRow, actor: Actor) {
  const terms = `under the ${LICENSE_NAMES[sold.license]} license for ${formatDollars(sold.priceCents)}`;
  const message = `${ACTOR_PLACEHOLDER} bought ${quoteTitle(module.title)} ${terms}.`;
  const texts = { title: 'New sale', groupTitleSuffix: ' new sales', message };
  await notifyGrouped(tx, events, { ...toAuthor(module), ...texts, type: 'module_sold', actor });
}

export async function notifyReviewedAuthor(tx: Tx, events: Events, module: NotifiedModule, body: ModuleReviewBody, actor: Actor) {
  const message = describe(`${ACTOR_PLACEHOLDER} gave ${quoteTitle(module.title)} ${body.rating} of 5 stars`, body.text);
  const texts = { title: 'New review', groupTitleSuffix: ' new reviews', message };
  await notifyGrouped(tx, events, { ...toAuthor(module), ...texts, type: 'module_reviewed', actor });
}

export async function removeReviewText(tx: Tx, { moduleId, userId }: { moduleId: string; userId: string }): Promise<void> {
  const about = and(eq(notifications.moduleId, moduleId), eq(notifications.type, 'module_reviewed'));
  const message = sql`regexp_replace(${notifications.message}, '( of 5 stars): .*$', '\\1.')`;
  await tx
    .update(notifications)
    .set({ message })
    .where(and(about, eq(notifications.actorId, userId)));
}

/** @param withDownloads includes users who downloaded it */
export async function findOwnerIds(
  tx: Tx,
  { id, authorId, priceCents, status }: ModuleRow,
  withDownloads = priceCents === 0 && status === 'published',
): Promise<string[]> {
  const bought = tx.select({ userId: modulePurchases.userId }).from(modulePurchases).where(eq(modulePurchases.moduleId, id));
  const downloaded = tx
    .select({ userId: sql<string>`${moduleDownloads.userId}` })
    .from(moduleDownloads)
    .where(and(eq(moduleDownloads.moduleId, id), isNotNull(moduleDownloads.userId)));
  const owners = (withDownloads ? union(bought, downloaded) : bought).as('owners');
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(owners, eq(owners.userId, users.id))
    .where(and(isNull(users.deletedAt), ne(users.id, authorId)))
    .orderBy(users.id);
  return rows.map((row) => row.id);
}

/** Runs in a job, since a module can have many owners; one at a time keeps the order of versions. */
export const notifyOwnersJob = defineJob<{ versionId: string }>('module-version', { concurrency: 1 });

/** Skips a module that was deleted or taken down meanwhile. */
export async function notifyOwners(tx: Tx, events: Events, versionId: string): Promise<void> {
  const [found] = await tx
    .select({ module: modules, version: moduleVersions.version, notes: moduleVersions.notes })
    .from(moduleVersions)
    .innerJoin(modules, eq(modules.id, moduleVersions.moduleId))
    .where(and(eq(moduleVersions.id, versionId), isNull(modules.deletedAt), not(isTakenDown(tx, modules.id))));
  if (found === undefined) return;
  const { module, version, notes } = found;
  const userIds = await findOwnerIds(tx, module);
  const message = describe(`Version ${version} of ${quoteTitle(module.title)} is out`, notes);
  const about = { moduleId: module.id, actor: null, userIds };
  await notifyGrouped(tx, events, { ...about, type: 'module_version', title: 'New version', message });
}

/** @param reason undefined if the version was published */
export async function notifyAuthorOfDecision(tx: Tx, events: Events, module: NotifiedModule, version: string, reason?: string) {
  const subject = `Version ${version} of ${quoteTitle(module.title)}`;
  const texts =
    reason === undefined
      ? { title: 'Your module is published', message: `${subject} passed the review and is in the Toolbox.` }
      : { title: 'Your module was not published', message: describe(`${subject} was not published`, reason) };
  await notifyGrouped(tx, events, { ...toAuthor(module), ...texts, type: 'module_decided', actor: null });
}
