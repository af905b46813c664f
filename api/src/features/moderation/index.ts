import type { ContentKind, TakenDown } from '@solvent/contracts';
import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { takeDowns, users } from '../../schema/index.ts';
import type { TakeDownRow } from '../../schema/index.ts';
import { notify, stripPlaceholder } from '../notifications/index.ts';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { conflict } from '../../platform/errors/app-error.ts';
import type { Events } from '../../platform/outbox/outbox.ts';
import { defineTopic } from '../../platform/outbox/topic.ts';

export type TakeDown = Pick<TakeDownRow, 'reason' | 'by' | 'isMalware'>;

/** Published for take-downs and restores, so that servers drop cached public pages and lists. */
export const contentModerated = defineTopic<{ subjectId: string }>('content-moderated');

type Subject = Pick<TakeDownRow, 'kind' | 'subjectId'> & Partial<Pick<TakeDownRow, 'statusBefore'>>;

/** Stores a take-down. Call it in the transaction that hides the content. */
export async function storeTakeDown(tx: Tx, subject: Subject, { reason, by, isMalware }: TakeDown): Promise<Date> {
  const row = { ...subject, reason, by, isMalware, at: new Date() };
  const stored = await tx.insert(takeDowns).values(row).onConflictDoNothing().returning({ at: takeDowns.at });
  if (stored.length === 0) throw conflict(`This ${subject.kind} is already taken down.`);
  return row.at;
}

/** @returns false if the module is not taken down or already marked */
export async function markAsMalware(tx: Tx, subjectId: string, { reason, by }: TakeDown): Promise<boolean> {
  const isUnmarked = and(eq(takeDowns.subjectId, subjectId), eq(takeDowns.isMalware, false));
  const marked = await tx.update(takeDowns).set({ isMalware: true, reason, by }).where(isUnmarked).returning();
  return marked.length > 0;
}

/** Removes a take-down. Call it in the transaction that shows the content again. */
export async function removeTakeDown(tx: Tx, kind: ContentKind, subjectId: string): Promise<TakeDownRow> {
  const isSubject = and(eq(takeDowns.subjectId, subjectId), eq(takeDowns.kind, kind));
  const [removed] = await tx.delete(takeDowns).where(isSubject).returning();
  if (removed === undefined) throw conflict(`This ${kind} is not taken down.`);
  return removed;
}

export const hasTakeDown = async (tx: Executor, subjectId: string): Promise<boolean> =>
  (await tx.$count(takeDowns, eq(takeDowns.subjectId, subjectId))) > 0;

export interface ModeratedContent {
  kind: ContentKind;
  subjectId: string;
  authorId: string;
  /** First words of the notification text, such as `Your comment on "…"`. */
  label: string;
  problemId?: string;
  moduleId?: string;
}

const TITLES: Record<ContentKind, string> = { problem: 'Problem', comment: 'Comment', module: 'Module', review: 'Review' };

/** Notifies the author of a live account, and all servers. @param reason undefined for a restore */
export async function publishModeration(tx: Tx, events: Events, moderated: ModeratedContent, reason?: string): Promise<void> {
  const { kind, subjectId, authorId, label, ...target } = moderated;
  const author = and(eq(users.id, authorId), isNull(users.deletedAt));
  if ((await tx.$count(users, author)) > 0)
    await notify(tx, events, {
      ...target,
      userId: authorId,
      actor: null,
      type: 'moderated',
      title: `${TITLES[kind]} ${reason === undefined ? 'restored' : 'taken down'}`,
      message: reason === undefined ? `${label} is visible again.` : `${label} was taken down: ${stripPlaceholder(reason)}`,
    });
  events.add(contentModerated, { subjectId }, { subjectId });
}

export const IS_MALWARE = sql`${takeDowns.isMalware}`;

export const isTakenDown = (db: Executor, id: PgColumn, condition?: SQL): SQL => {
  const isAbout = and(eq(takeDowns.subjectId, id), condition);
  return exists(db.select({ id: takeDowns.subjectId }).from(takeDowns).where(isAbout));
};

/** Selects the take-down of a row of the outer query as one column: at most one row. */
export const nestedTakeDown = (db: Executor, id: PgColumn, condition?: SQL) => {
  const isAbout = and(eq(takeDowns.subjectId, id), condition);
  return nestedRows({ reason: takeDowns.reason, at: takeDowns.at }, (column) => db.select(column).from(takeDowns).where(isAbout));
};

export type NestedTakeDowns = Pick<TakeDownRow, 'reason' | 'at'>[];

export const presentTakeDown = ([found]: NestedTakeDowns): { takenDown?: TakenDown } =>
  found === undefined ? {} : { takenDown: { reason: found.reason, at: found.at.toISOString() } };
