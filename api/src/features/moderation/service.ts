import type { ContentKind, TakenDown } from '@solvent/contracts';
import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from '../accounts/schema.ts';
import { notify, stripPlaceholder } from '../notifications/service.ts';
import { takeDowns } from './schema.ts';
import type { TakeDownRow } from './schema.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { conflict } from '../../platform/errors/app-error.ts';
import { json } from '../../platform/http/response-schema.ts';
import type { Events } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';

/** An operator's decision to take content down. */
export type TakeDown = Pick<TakeDownRow, 'reason' | 'by' | 'isMalware'>;

/** Content was taken down or restored: servers drop cached public pages and lists. */
export const contentModerated = defineTopic<{ subjectId: string }>('content-moderated');

const itself = (kind: ContentKind) => `This ${kind}`;

/**
 * Records that content is taken down, in the transaction that hides it.
 * @returns the time of the take-down
 * @throws AppError `conflict` if it is already taken down
 */
export async function storeTakeDown(
  tx: Tx,
  subject: Pick<TakeDownRow, 'kind' | 'subjectId'> & Partial<Pick<TakeDownRow, 'statusBefore'>>,
  { reason, by, isMalware }: TakeDown,
): Promise<Date> {
  const at = new Date();
  const stored = await tx
    .insert(takeDowns)
    .values({ ...subject, reason, by, isMalware, at })
    .onConflictDoNothing()
    .returning({ at: takeDowns.at });
  if (stored.length === 0) throw conflict(`${itself(subject.kind)} is already taken down.`);
  return at;
}

/** Marks a taken-down module as malware. @returns false if it is not taken down, or is marked already */
export async function markAsMalware(tx: Tx, subjectId: string, { reason, by }: TakeDown): Promise<boolean> {
  const marked = await tx
    .update(takeDowns)
    .set({ isMalware: true, reason, by })
    .where(and(eq(takeDowns.subjectId, subjectId), eq(takeDowns.isMalware, false)))
    .returning({ id: takeDowns.subjectId });
  return marked.length > 0;
}

/**
 * Removes the record, in the transaction that shows the content again.
 * @throws AppError `conflict` if it is not taken down
 */
export async function removeTakeDown(tx: Tx, kind: ContentKind, subjectId: string): Promise<TakeDownRow> {
  const [removed] = await tx
    .delete(takeDowns)
    .where(and(eq(takeDowns.subjectId, subjectId), eq(takeDowns.kind, kind)))
    .returning();
  if (removed === undefined) throw conflict(`${itself(kind)} is not taken down.`);
  return removed;
}

/** Whether content is taken down. */
export const hasTakeDown = async (tx: Executor, subjectId: string): Promise<boolean> =>
  (await tx.$count(takeDowns, eq(takeDowns.subjectId, subjectId))) > 0;

/** Moderated content, for the notification of its author. */
export interface ModeratedContent {
  kind: ContentKind;
  subjectId: string;
  authorId: string;
  /** Begins the sentence: `Your comment on "…"`. */
  label: string;
  problemId?: string;
  moduleId?: string;
}

const TITLES: Record<ContentKind, string> = { problem: 'Problem', comment: 'Comment', module: 'Module', review: 'Review' };

/** Notifies the author, unless the account is deleted, and every server. @param reason absent for a restore */
export async function publishModeration(tx: Tx, events: Events, moderated: ModeratedContent, reason?: string): Promise<void> {
  const { kind, subjectId, authorId, label, ...place } = moderated;
  const present = and(eq(users.id, authorId), isNull(users.deletedAt));
  if ((await tx.$count(users, present)) > 0)
    await notify(tx, events, {
      ...place,
      userId: authorId,
      actor: null,
      type: 'moderated',
      title: `${TITLES[kind]} ${reason === undefined ? 'restored' : 'taken down'}`,
      message: reason === undefined ? `${label} is visible again.` : `${label} was taken down: ${stripPlaceholder(reason)}`,
    });
  events.add(contentModerated, { subjectId }, { subjectId });
}

/** Matches take-downs of malware only. */
export const IS_MALWARE = sql`${takeDowns.isMalware}`;

/** Whether the row of the outer query is taken down. @param which further condition */
export const isTakenDown = (db: Executor, id: PgColumn, which?: SQL): SQL =>
  exists(
    db
      .select({ id: takeDowns.subjectId })
      .from(takeDowns)
      .where(and(eq(takeDowns.subjectId, id), which)),
  );

/** The take-down of the row of the outer query as one column: one row or none. @param which further condition */
export const nestedTakeDown = (db: Executor, id: PgColumn, which?: SQL) =>
  nestedRows({ reason: takeDowns.reason, at: takeDowns.at }, (column) =>
    db
      .select(column)
      .from(takeDowns)
      .where(and(eq(takeDowns.subjectId, id), which)),
  );

/** Result of {@link nestedTakeDown}. */
export type NestedTakeDowns = Pick<TakeDownRow, 'reason' | 'at'>[];

/** The take-down as an optional property of a response. */
export const presentTakeDown = ([found]: NestedTakeDowns): { takenDown?: TakenDown } =>
  found === undefined ? {} : { takenDown: { reason: found.reason, at: found.at.toISOString() } };

/** The schema of that property. */
export const takenDownField = { takenDown: json.object({ reason: json.text, at: json.time }) };
