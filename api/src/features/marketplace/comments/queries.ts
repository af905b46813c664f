import type { Comment } from '@solvent/contracts';
import { and, asc, desc, eq, exists, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import type { UserRow } from '../../accounts/schema.ts';
import { presentPerson } from '../../accounts/service.ts';
import type { Deps } from '../../../deps.ts';
import { isTakenDown, nestedTakeDown, presentTakeDown } from '../../moderation/service.ts';
import type { NestedTakeDowns } from '../../moderation/service.ts';
import { lockProblem } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { visibleTo } from '../problems/visibility.ts';
import { comments, problems } from '../schema.ts';
import { linkHiddenPictures } from '../text-pictures.ts';
import type { CommentRow } from '../schema.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';

/** A comment with who wrote it. */
export interface WrittenComment {
  comment: CommentRow;
  author: Pick<UserRow, 'id' | 'name' | 'image'>;
  /** The take-down, if the author reads it. */
  takeDowns?: NestedTakeDowns;
}

/** A comment as everybody reads it: of a deleted one neither the words nor who wrote them. */
export function presentComment({ comment, author, takeDowns = [] }: WrittenComment): Comment {
  const { id, problemId, parentId, content, pinned, createdAt, editedAt, deletedAt } = comment;
  const isDeleted = deletedAt !== null && takeDowns.length === 0;
  return {
    _id: id,
    problemId,
    parentId,
    author: isDeleted ? null : presentPerson(author),
    content: isDeleted ? '' : content,
    pinned: pinned && !isDeleted,
    isDeleted,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    ...presentTakeDown(takeDowns),
  };
}

/** What a problem's discussion can hold: all of it comes in one answer. */
export const COMMENTS_MAX = 500;

const COLUMNS = { comment: comments, author: { id: users.id, name: users.name, image: users.image } };

/** A problem's comments that are shown: a deleted one while it has answers. */
function shownOf(db: Executor, problemId: string) {
  const answers = alias(comments, 'answers');
  const standing = db
    .select({ id: answers.id })
    .from(answers)
    .where(and(eq(answers.problemId, problemId), eq(answers.parentId, comments.id), isNull(answers.deletedAt)));
  return and(eq(comments.problemId, problemId), or(isNull(comments.deletedAt), exists(standing)));
}

/**
 * Pinned questions first, then the oldest; each answer after its question. Includes the viewer's own that are taken down.
 * Undefined if this viewer cannot see the problem.
 */
export async function listComments(
  { db, fileLinks }: Pick<Deps, 'db' | 'fileLinks'>,
  problemId: string,
  viewerId: string | undefined,
): Promise<WrittenComment[] | undefined> {
  const [problem] = await db
    .select({ takenDownAt: problems.takenDownAt })
    .from(problems)
    .where(and(eq(problems.id, problemId), visibleTo(db, viewerId)));
  if (problem === undefined) return undefined;
  const written = await selectComments(db, problemId, viewerId);
  if (problem.takenDownAt === null && written.every(({ takeDowns }) => takeDowns.length === 0)) return written;
  const linkPictures = await linkHiddenPictures({ db, linkTo: fileLinks.linkTo }, problemId);
  return written.map(({ comment, ...others }) => ({
    ...others,
    comment: { ...comment, content: linkPictures(comment.content, comment.id) },
  }));
}

function selectComments(db: Executor, problemId: string, viewerId: string | undefined) {
  const isOwn = viewerId === undefined ? sql`false` : and(eq(comments.authorId, viewerId), ne(comments.content, ''));
  const ownTakenDown = and(eq(comments.problemId, problemId), isOwn, isTakenDown(db, comments.id));
  const question = alias(comments, 'question');
  const ofQuestion = (column: 'pinned' | 'createdAt' | 'id') => sql`coalesce(${question[column]}, ${comments[column]})`;
  return db
    .select({ ...COLUMNS, takeDowns: nestedTakeDown(db, comments.id, isOwn) })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .leftJoin(question, eq(question.id, comments.parentId))
    .where(or(shownOf(db, problemId), ownTakenDown))
    .orderBy(
      desc(ofQuestion('pinned')),
      asc(ofQuestion('createdAt')),
      asc(ofQuestion('id')),
      sql`${comments.parentId} IS NOT NULL`,
      asc(comments.createdAt),
      asc(comments.id),
    )
    .limit(COMMENTS_MAX);
}

/** How many comments of a problem are shown. */
export const countShown = (tx: Tx, problemId: string): Promise<number> => tx.$count(comments, shownOf(tx, problemId));

/** A comment that is there, with who wrote it. */
export async function readComment(db: Executor, id: string): Promise<WrittenComment> {
  const [found] = await db
    .select(COLUMNS)
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(eq(comments.id, id));
  if (found === undefined) throw new Error('A stored comment was not found again');
  return found;
}

/**
 * Locks the problem of a comment until the transaction ends; undefined if there is no such comment. Must be called before the comment
 * is locked: a post locks its problem, then the question that it answers.
 */
export async function lockProblemOf(tx: Tx, commentId: string): Promise<LockedProblem | undefined> {
  const [comment] = await tx.select({ problemId: comments.problemId }).from(comments).where(eq(comments.id, commentId));
  return comment && lockProblem(tx, comment.problemId);
}

/** Whether its author deleted a comment: its text no longer exists. A comment that is only taken down keeps it. */
export const isErased = ({ content }: CommentRow): boolean => content === '';

/** Locks a comment until the transaction ends; undefined if its author deleted it. */
export async function lockComment(tx: Tx, id: string): Promise<CommentRow | undefined> {
  const [found] = await tx.select().from(comments).where(eq(comments.id, id)).for('update');
  return found === undefined || isErased(found) ? undefined : found;
}

/** As {@link lockComment}; also undefined if it is taken down. */
export async function holdComment(tx: Tx, id: string): Promise<CommentRow | undefined> {
  const found = await lockComment(tx, id);
  return found?.deletedAt === null ? found : undefined;
}
