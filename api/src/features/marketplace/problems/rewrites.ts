import { and, asc, eq, gt, lt, max, notExists, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { bids, problems, problemVersions } from '../schema.ts';
import type { BidRow, ProblemRow } from '../schema.ts';
import { PROBLEM_TEXTS } from './texts.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { notifyGrouped } from '../../notifications/service.ts';
import type { Db, Executor, Tx } from '../../../platform/db/connect.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** What bidders rely on in a problem. The budget has a rule of its own (product 4.10). */
export type ProblemText = Pick<ProblemRow, 'title' | 'body' | 'category' | 'tags'>;

/** Up to this many changed words are typos. */
const TYPOS_MAX = 3;

/** Letters of a word at most: text without spaces, such as in camel case, is more than one. */
const LETTERS_MAX = 20;
/** A character is a word in scripts that put no spaces between words: else a whole sentence would be one. */
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
/** Every visible character outside of words is one, too: an entity such as `&nbsp;` or a blank symbol separates words on the page. */
const WORDS = new RegExp(String.raw`${ALONE}|[[\p{L}\p{M}\p{N}'’]--${ALONE}]{1,${LETTERS_MAX}}|\S`, 'gv');
/** Links, addresses and references. */
const LINK = String.raw`:\/\/|www\.|\.\p{L}{2,}\/|@|\][\[\(:]`;
/** A link or an address ends at a space in any script. */
const BETWEEN_SPACES = new RegExp(String.raw`[\S--${ALONE}]*?(?:${LINK})\S*|[\S--${ALONE}]+`, 'giv');
/** A change of one character can mean something else. */
const EXACT = new RegExp(String.raw`\p{N}|${LINK}`, 'iv');
/** Between title, text and tags. */
const END = '\n';

const wordsIn = (text: string): string[] => text.match(WORDS) ?? [];
const tagsIn = ({ tags }: ProblemText): string => tags.toSorted().join(' ');
const wordsOf = (text: ProblemText): string[] => [
  ...wordsIn(text.title),
  END,
  ...wordsIn(text.body),
  END,
  ...wordsIn(tagsIn(text)),
];
/** Removes the spaces before and inside targets of links, which Markdown allows. */
const joinTargets = (text: string): string =>
  text.replaceAll(/\]([(:])[\s>]+/g, ']$1').replaceAll(/\][(:]<[^<>\n]*>/g, (target) => target.replaceAll(/\s/g, '%20'));
const exactOf = (text: ProblemText): string[] =>
  [text.title, joinTargets(text.body), tagsIn(text)]
    .join(END)
    .match(BETWEEN_SPACES)
    ?.filter((chunk) => EXACT.test(chunk)) ?? [];

/**
 * Whether more than three words were removed or added. Only paths near the diagonal can have so few, so the cost grows with the length
 * of the texts and not with its square.
 */
function isMoreThanTypos(before: string[], after: string[]): boolean {
  const width = 2 * TYPOS_MAX + 1;
  // Of each pair (row, row + offset): the fewest words removed and added on the way there.
  let fewest = Array.from({ length: width }, (_, place) => (place < TYPOS_MAX ? Infinity : place - TYPOS_MAX));
  for (const [row, word] of before.entries()) {
    const next: number[] = [];
    for (let place = 0; place < width; place += 1) {
      const column = row + 1 + place - TYPOS_MAX;
      const isSame = column >= 1 && after[column - 1] === word;
      const same = isSame ? (fewest[place] ?? Infinity) : Infinity;
      const removed = (fewest[place + 1] ?? Infinity) + 1;
      const added = (next[place - 1] ?? Infinity) + 1;
      next.push(column < 0 || column > after.length ? Infinity : Math.min(same, removed, added));
    }
    fewest = next;
  }
  const longer = after.length - before.length;
  const steps = fewest[longer + TYPOS_MAX] ?? Infinity;
  return Math.max((steps + longer) / 2, (steps - longer) / 2) > TYPOS_MAX;
}

/** Whether an edit changes more than typos: another category, a digit, a link or an address, or more than three words. */
export function isRewrite(before: ProblemText, after: ProblemText): boolean {
  if (before.category !== after.category) return true;
  return !isDeepStrictEqual(exactOf(before), exactOf(after)) || isMoreThanTypos(wordsOf(before), wordsOf(after));
}

const TEXT = {
  title: problemVersions.title,
  body: problemVersions.body,
  category: problemVersions.category,
  tags: problemVersions.tags,
};

/** A problem's text at a time; undefined if no edit since then was stored: the current text. */
export async function findTextAt(db: Executor, problemId: string, at: Date): Promise<ProblemText | undefined> {
  const [found] = await db
    .select(TEXT)
    .from(problemVersions)
    .where(and(eq(problemVersions.problemId, problemId), gt(problemVersions.replacedAt, at)))
    .orderBy(asc(problemVersions.replacedAt), asc(problemVersions.id))
    .limit(1);
  return found;
}

/** Deletes former texts that no pending bid is compared with. */
export const deleteObsoleteVersions = (db: Db): Promise<unknown> =>
  db.delete(problemVersions).where(
    notExists(
      db
        .select({ id: bids.id })
        .from(bids)
        .where(
          and(
            eq(bids.problemId, problemVersions.problemId),
            eq(bids.status, 'pending'),
            lt(bids.createdAt, problemVersions.replacedAt),
          ),
        ),
    ),
  );

/** When the solver of a bid last confirmed it, or made it. */
export const getConfirmedAt = ({ confirmedAt: at, createdAt }: Pick<BidRow, 'confirmedAt' | 'createdAt'>): Date =>
  at ?? createdAt;

interface Edit {
  id: string;
  poster: UserRow;
  before: ProblemText;
  after: ProblemText;
  now: Date;
}

/**
 * Stores a problem's text before an edit, and notifies its pending bidders once all edits together change more than typos. The caller
 * has locked the problem.
 * @returns the bidders who were notified
 */
export async function noteRewrite(tx: Tx, events: Events, { id, poster, before, after, now }: Edit): Promise<string[]> {
  if (isDeepStrictEqual(before, after)) return [];
  const pending = await tx
    .select({ solverId: bids.solverId, createdAt: bids.createdAt, confirmedAt: bids.confirmedAt })
    .from(bids)
    .where(and(eq(bids.problemId, id), eq(bids.status, 'pending')));
  if (pending.length === 0) return [];
  const [last] = await tx
    .select({ rewrittenAt: problems.rewrittenAt, replacedAt: max(problemVersions.replacedAt) })
    .from(problems)
    .leftJoin(problemVersions, eq(problemVersions.problemId, problems.id))
    .where(eq(problems.id, id))
    .groupBy(problems.id);
  const [rewritten, replaced] = [last?.rewrittenAt?.getTime() ?? 0, last?.replacedAt?.getTime() ?? 0];
  const oldest = Math.min(...pending.map(({ createdAt }) => createdAt.getTime()));
  const first = (await findTextAt(tx, id, new Date(Math.max(oldest, rewritten)))) ?? before;
  // After all that precedes the edit, whatever the clocks of the servers that stored it.
  const at = new Date(
    Math.max(now.getTime(), 1 + Math.max(rewritten, replaced, ...pending.map((bid) => getConfirmedAt(bid).getTime()))),
  );
  await tx.insert(problemVersions).values({ problemId: id, ...before, replacedAt: at });
  if (!isRewrite(first, after)) return [];
  await tx.update(problems).set({ rewrittenAt: at }).where(eq(problems.id, id));
  const bidders = pending.map(({ solverId }) => solverId);
  const words = PROBLEM_TEXTS.rewritten(after.title);
  await notifyGrouped(tx, events, { ...words, problemId: id, actor: poster, userIds: bidders });
  return bidders;
}

/**
 * When the problem of the outer query's pending bid was rewritten, if its solver has not confirmed the bid since; otherwise null. An ISO
 * time, also in nested rows.
 */
export const UNCONFIRMED_SINCE = sql<string | null>`(
  SELECT to_char(p.rewritten_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM problems AS p
  WHERE p.id = ${bids.problemId} AND ${bids.status} = 'pending' AND p.rewritten_at >= coalesce(${bids.confirmedAt}, ${bids.createdAt})
)`;
