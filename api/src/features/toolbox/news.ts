import type { PurchaseLicense } from '@solvent/contracts';
import { getMessagePreview } from '@solvent/contracts/message-preview';
import { and, eq, isNotNull, isNull, ne, not, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import type { UserRow } from '../accounts/schema.ts';
import { isTakenDown } from '../moderation/service.ts';
import { notifications } from '../notifications/schema.ts';
import { ACTOR_PLACEHOLDER, notifyGrouped, stripPlaceholder, quoteTitle } from '../notifications/service.ts';
import { moduleDownloads, modulePurchases, moduleVersions, modules } from './schema.ts';
import type { ModuleRow } from './schema.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Events } from '../../platform/outbox/outbox.ts';

type Actor = Pick<UserRow, 'id' | 'name' | 'image'>;
type Subject = Pick<ModuleRow, 'id' | 'title' | 'authorId'>;

/** US cents as people read them: "$19.50". */
export const dollars = (cents: number): string => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** What a licence is called. */
export const LICENSE_NAMES: Record<PurchaseLicense, string> = { standard: 'Standard', extended: 'Extended' };

/** The module of a purchase or a review, with what its author is told of. */
async function findSubject(tx: Tx, moduleId: string): Promise<Subject | undefined> {
  const { id, title, authorId } = modules;
  const [found] = await tx
    .select({ id, title, authorId })
    .from(modules)
    .where(and(eq(id, moduleId), isNull(modules.deletedAt)));
  return found;
}

/** Tells a module's author that somebody bought it. */
export async function tellOfSale(
  tx: Tx,
  events: Events,
  { moduleId, license, priceCents }: { moduleId: string; license: PurchaseLicense; priceCents: number },
  buyer: Actor,
): Promise<void> {
  const module = await findSubject(tx, moduleId);
  if (module === undefined) return;
  const message = `${ACTOR_PLACEHOLDER} bought ${quoteTitle(module.title)} under the ${LICENSE_NAMES[license]} license for ${dollars(priceCents)}.`;
  const about = { type: 'module_sold', title: 'New sale', groupTitleSuffix: ' new sales', message } as const;
  await notifyGrouped(tx, events, { ...about, moduleId, actor: buyer, userIds: [module.authorId] });
}

/** Tells a module's author what somebody says of it. */
export async function tellOfReview(
  tx: Tx,
  events: Events,
  { moduleId, rating, text }: { moduleId: string; rating: number; text: string },
  reviewer: Actor,
): Promise<void> {
  const module = await findSubject(tx, moduleId);
  if (module === undefined) return;
  const gave = `${ACTOR_PLACEHOLDER} gave ${quoteTitle(module.title)} ${rating} of 5 stars`;
  const message = text === '' ? `${gave}.` : `${gave}: ${getMessagePreview(stripPlaceholder(text))}`;
  const about = { type: 'module_reviewed', title: 'New review', groupTitleSuffix: ' new reviews', message } as const;
  await notifyGrouped(tx, events, { ...about, moduleId, actor: reviewer, userIds: [module.authorId] });
}

/** Removes the text of a review from the notification of the module's author. */
export async function removeReviewText(tx: Tx, { moduleId, userId }: { moduleId: string; userId: string }): Promise<void> {
  const { type, actorId } = notifications;
  await tx
    .update(notifications)
    .set({ message: sql`regexp_replace(${notifications.message}, '( of 5 stars): .*$', '\\1.')` })
    .where(and(eq(notifications.moduleId, moduleId), eq(type, 'module_reviewed'), eq(actorId, userId)));
}

/**
 * Ids of the users who have a module, except its author.
 * @param withDownloads whether users who downloaded it have it: by default while it is free and in the catalogue
 */
export async function ownersOf(
  tx: Tx,
  { id, authorId, priceCents, status }: ModuleRow,
  withDownloads = priceCents === 0 && status === 'published',
): Promise<string[]> {
  const bought = tx.select({ userId: modulePurchases.userId }).from(modulePurchases).where(eq(modulePurchases.moduleId, id));
  const took = tx
    // Visitors are left out below.
    .select({ userId: sql<string>`${moduleDownloads.userId}` })
    .from(moduleDownloads)
    .where(and(eq(moduleDownloads.moduleId, id), isNotNull(moduleDownloads.userId)));
  const having = withDownloads ? union(bought, took) : bought;
  const owners = having.as('owners');
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(owners, eq(owners.userId, users.id))
    .where(and(isNull(users.deletedAt), ne(users.id, authorId)))
    .orderBy(users.id);
  return rows.map((row) => row.id);
}

/**
 * Whoever has a module is to be told that this version of it is out: they may be many, and whoever publishes it does not wait for that.
 * One after the other, as they came out.
 */
export const versionIsOut = defineJob<{ versionId: string }>('module-version', { concurrency: 1 });

/** Notifies the owners of a module of a new version, unless the module was deleted or taken down meanwhile. */
export async function tellOfVersion(tx: Tx, events: Events, versionId: string): Promise<void> {
  const [found] = await tx
    .select({ module: modules, version: moduleVersions.version, notes: moduleVersions.notes })
    .from(moduleVersions)
    .innerJoin(modules, eq(modules.id, moduleVersions.moduleId))
    .where(and(eq(moduleVersions.id, versionId), isNull(modules.deletedAt), not(isTakenDown(tx, modules.id))));
  if (found === undefined) return;
  const { module, version, notes } = found;
  const userIds = await ownersOf(tx, module);
  const out = `Version ${version} of ${quoteTitle(module.title)} is out`;
  const message = notes === '' ? `${out}.` : `${out}: ${getMessagePreview(stripPlaceholder(notes))}`;
  const about = { type: 'module_version', title: 'New version', message } as const;
  await notifyGrouped(tx, events, { ...about, moduleId: module.id, actor: null, userIds });
}

/** Tells a module's author how the team decided. @param reason why it is not published; undefined: it is */
export async function tellOfDecision(
  tx: Tx,
  events: Events,
  { id, title, authorId }: Subject,
  { version, reason }: { version: string; reason: string | undefined },
): Promise<void> {
  const named = `Version ${version} of ${quoteTitle(title)}`;
  const words =
    reason === undefined
      ? { title: 'Your module is published', message: `${named} passed the review and is in the Toolbox.` }
      : {
          title: 'Your module was not published',
          message: `${named} was not published: ${getMessagePreview(stripPlaceholder(reason))}`,
        };
  const about = { ...words, type: 'module_decided' } as const;
  await notifyGrouped(tx, events, { ...about, moduleId: id, actor: null, userIds: [authorId] });
}
