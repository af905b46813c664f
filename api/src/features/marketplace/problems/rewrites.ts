import { and, asc, eq, gt, lt, max, notExists, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { bids, problems, problemVersions } from '../../../schema/index.ts';
import type { BidRow, ProblemRow, UserRow } from '../../../schema/index.ts';
import { PROBLEM_TEXTS } from '../texts.ts';
import type { LockedProblem } from './changes.ts';
import { notifyGrouped } from '../../notifications/index.ts';
import type { Db, Executor, Tx } from '../../../platform/db/connect.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** The fields that bidders rely on, besides the budget (product 4.10). */
export type ProblemText = Pick<ProblemRow, 'title' | 'body' | 'category' | 'tags'>;

/** Edits of up to this many words count as typos. */
const MAX_TYPO_WORDS = 3;

/** Longer runs of letters count as several words, so that text without spaces is not one word. */
const MAX_WORD_LETTERS = 20;
/** Scripts without spaces between words, in which each character counts as a word. */
const UNSPACED_SCRIPT = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
/** Other visible characters count as words too: entities such as `&nbsp;` and blank symbols can separate words. */
const WORDS = new RegExp(
  String.raw`${UNSPACED_SCRIPT}|[[\p{L}\p{M}\p{N}'’]--${UNSPACED_SCRIPT}]{1,${MAX_WORD_LETTERS}}|\S`,
  'gv',
);
const LINK = String.raw`:\/\/|www\.|\.\p{L}{2,}\/|@|\][\[\(:]`;
/** A link ends at a space in any script. */
const CHUNKS = new RegExp(String.raw`[\S--${UNSPACED_SCRIPT}]*?(?:${LINK})\S*|[\S--${UNSPACED_SCRIPT}]+`, 'giv');
/** Numbers and links, in which a single character matters. */
const EXACT = new RegExp(String.raw`\p{N}|${LINK}`, 'iv');
const FIELD_SEPARATOR = '\n';

const joinTags = ({ tags }: ProblemText): string => tags.toSorted().join(' ');
const getWords = (text: ProblemText): string[] =>
  [text.title, text.body, joinTags(text)].flatMap((field) => [...(field.match(WORDS) ?? []), FIELD_SEPARATOR]);
/** Removes spaces before and inside link targets, which Markdown allows. */
const removeTargetSpaces = (text: string): string =>
  text.replaceAll(/\]([(:])[\s>]+/g, ']$1').replaceAll(/\][(:]<[^<>\n]*>/g, (target) => target.replaceAll(/\s/g, '%20'));
const getExactChunks = (text: ProblemText): string[] =>
  [text.title, removeTargetSpaces(text.body), joinTags(text)]
    .join(FIELD_SEPARATOR)
    .match(CHUNKS)
    ?.filter((chunk) => EXACT.test(chunk)) ?? [];

/**
 * Returns whether a text was changed by more than typos. Takes time linear in the text length, because few changes mean a path near
 * the diagonal of the edit matrix.
 */
function isMoreThanTypos(before: string[], after: string[]): boolean {
  const width = 2 * MAX_TYPO_WORDS + 1;
  // Edit distances of the previous row, for columns at most MAX_TYPO_WORDS from the diagonal.
  let distances = Array.from({ length: width }, (_, index) => (index < MAX_TYPO_WORDS ? Infinity : index - MAX_TYPO_WORDS));
  for (const [row, word] of before.entries()) {
    const next: number[] = [];
    for (let index = 0; index < width; index += 1) {
      const column = row + 1 + index - MAX_TYPO_WORDS;
      const isSame = column >= 1 && after[column - 1] === word;
      const same = isSame ? (distances[index] ?? Infinity) : Infinity;
      const removed = (distances[index + 1] ?? Infinity) + 1;
      const added = (next[index - 1] ?? Infinity) + 1;
      next.push(column < 0 || column > after.length ? Infinity : Math.min(same, removed, added));
    }
    distances = next;
  }
  const growth = after.length - before.length;
  const distance = distances[growth + MAX_TYPO_WORDS] ?? Infinity;
  return Math.max((distance + growth) / 2, (distance - growth) / 2) > MAX_TYPO_WORDS;
}

/** Returns whether an edit changes the category, a number, a link, or more words than typos would. */
export function isRewrite(before: ProblemText, after: ProblemText): boolean {
  if (before.category !== after.category) return true;
  return !isDeepStrictEqual(getExactChunks(before), getExactChunks(after)) || isMoreThanTypos(getWords(before), getWords(after));
}

/** Finds the text of a problem at a time; undefined if that is the current text. */
export async function findTextAt(db: Executor, problemId: string, at: Date): Promise<ProblemText | undefined> {
  const { title, body, category, tags } = problemVersions;
  const [found] = await db
    .select({ title, body, category, tags })
    .from(problemVersions)
    .where(and(eq(problemVersions.problemId, problemId), gt(problemVersions.replacedAt, at)))
    .orderBy(asc(problemVersions.replacedAt), asc(problemVersions.id))
    .limit(1);
  return found;
}

/** Deletes texts that were replaced before every pending bid. */
export async function deleteObsoleteVersions(db: Db): Promise<void> {
  const { problemId, replacedAt } = problemVersions;
  const isEarlier = and(eq(bids.problemId, problemId), eq(bids.status, 'pending'), lt(bids.createdAt, replacedAt));
  await db.delete(problemVersions).where(notExists(db.select({ id: bids.id }).from(bids).where(isEarlier)));
}

export const getConfirmedAt = ({ confirmedAt: at, createdAt }: Pick<BidRow, 'confirmedAt' | 'createdAt'>): Date =>
  at ?? createdAt;

interface Edit {
  problem: LockedProblem;
  poster: UserRow;
  before: ProblemText;
  after: ProblemText;
  now: Date;
}

/** Notifies pending bidders once the edits since their bids change more than typos; returns their ids. */
export async function recordRewrite(tx: Tx, events: Events, { problem, poster, before, after, now }: Edit): Promise<string[]> {
  const { id } = problem;
  if (isDeepStrictEqual(before, after)) return [];
  const pending = await tx
    .select({ solverId: bids.solverId, createdAt: bids.createdAt, confirmedAt: bids.confirmedAt })
    .from(bids)
    .where(and(eq(bids.problemId, id), eq(bids.status, 'pending')));
  if (pending.length === 0) return [];
  const isOwn = eq(problemVersions.problemId, id);
  const [last] = await tx
    .select({ at: max(problemVersions.replacedAt) })
    .from(problemVersions)
    .where(isOwn);
  const [rewritten, replaced] = [problem.rewrittenAt?.getTime() ?? 0, last?.at?.getTime() ?? 0];
  const oldest = Math.min(...pending.map(({ createdAt }) => createdAt.getTime()));
  const first = (await findTextAt(tx, id, new Date(Math.max(oldest, rewritten)))) ?? before;
  // Later than all earlier timestamps, even if the clocks of servers differ.
  const at = new Date(
    Math.max(now.getTime(), 1 + Math.max(rewritten, replaced, ...pending.map((bid) => getConfirmedAt(bid).getTime()))),
  );
  await tx.insert(problemVersions).values({ problemId: id, ...before, replacedAt: at });
  if (!isRewrite(first, after)) return [];
  await tx.update(problems).set({ rewrittenAt: at }).where(eq(problems.id, id));
  const bidders = pending.map(({ solverId }) => solverId);
  await notifyGrouped(tx, events, { ...PROBLEM_TEXTS.rewritten(after.title), problemId: id, actor: poster, userIds: bidders });
  return bidders;
}

/** When the problem was rewritten, if the outer query's bid is pending and unconfirmed since; else null. ISO text for nested rows. */
export const UNCONFIRMED_SINCE = sql<string | null>`(
  SELECT to_char(p.rewritten_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM problems AS p
  WHERE p.id = ${bids.problemId} AND ${bids.status} = 'pending' AND p.rewritten_at >= coalesce(${bids.confirmedAt}, ${bids.createdAt})
)`;
