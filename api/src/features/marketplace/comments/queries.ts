import type { Comment, PersonSummary } from '@solvent/contracts';
import { and, asc, desc, eq, exists, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { comments, users } from '../../../schema/index.ts';
import type { CommentRow } from '../../../schema/index.ts';
import { PERSON_COLUMNS, toIsoDates } from '../../accounts/index.ts';
import { isTakenDown, nestedTakeDown, presentTakeDown } from '../../moderation/index.ts';
import type { NestedTakeDowns } from '../../moderation/index.ts';
import type { Deps } from '../deps.ts';
import { findVisibleProblem, lockProblem } from '../problems/changes.ts';
import type { LockedProblem } from '../problems/changes.ts';
import { linkHiddenPictures } from '../attachments.ts';
import type { Executor, Tx } from '../../../platform/db/connect.ts';

export interface CommentWithAuthor {
  comment: CommentRow;
  author: PersonSummary;
  /** Empty or undefined unless the viewer is the author. */
  takeDowns?: NestedTakeDowns;
}

export function presentComment({ comment, author, takeDowns = [] }: CommentWithAuthor): Comment {
  const { id, content, pinned, deletedAt } = comment;
  const isDeleted = deletedAt !== null && takeDowns.length === 0;
  return {
    // The response's schema leaves out the other columns.
    ...toIsoDates(comment),
    _id: id,
    author: isDeleted ? null : author,
    content: isDeleted ? '' : content,
    pinned: pinned && !isDeleted,
    isDeleted,
    ...presentTakeDown(takeDowns),
  };
}

/** Per problem, since one response contains the whole discussion. */
export const MAX_COMMENTS = 500;

const COLUMNS = { comment: comments, author: PERSON_COLUMNS };

/** Condition for visible comments, including deleted questions that have answers. */
function isVisible(db: Executor, problemId: string) {
  const answers = alias(comments, 'answers');
  const visibleAnswers = db
    .select({ id: answers.id })
    .from(answers)
    .where(and(eq(answers.problemId, problemId), eq(answers.parentId, comments.id), isNull(answers.deletedAt)));
  return and(eq(comments.problemId, problemId), or(isNull(comments.deletedAt), exists(visibleAnswers)));
}

/** Lists the comments on a problem. @throws AppError `not_found` if the viewer cannot see it */
export async function listComments(
  { db, fileLinks }: Pick<Deps, 'db' | 'fileLinks'>,
  problemId: string,
  viewerId: string | undefined,
): Promise<CommentWithAuthor[]> {
  const problem = await findVisibleProblem(db, problemId, viewerId);
  const found = await selectComments(db, problemId, viewerId);
  if (problem.takenDownAt === null && found.every(({ takeDowns }) => takeDowns.length === 0)) return found;
  const linkPictures = await linkHiddenPictures({ db, linkTo: fileLinks.linkTo }, problemId);
  return found.map(({ comment, ...others }) => ({
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
    .where(or(isVisible(db, problemId), ownTakenDown))
    .orderBy(
      desc(ofQuestion('pinned')),
      asc(ofQuestion('createdAt')),
      asc(ofQuestion('id')),
      sql`${comments.parentId} IS NOT NULL`,
      asc(comments.createdAt),
      asc(comments.id),
    )
    .limit(MAX_COMMENTS);
}

export const countVisibleComments = (tx: Tx, problemId: string): Promise<number> => tx.$count(comments, isVisible(tx, problemId));

export async function readComment(db: Executor, id: string): Promise<CommentWithAuthor> {
  const [found] = await db
    .select(COLUMNS)
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(eq(comments.id, id));
  if (found === undefined) throw new Error('Stored comment not found');
  return found;
}

/** Locks the problem of a comment. Must be called before locking the comment (docs/architecture.md). */
export const lockCommentProblem = (tx: Tx, commentId: string): Promise<LockedProblem | undefined> =>
  lockProblem(tx, tx.select({ id: comments.problemId }).from(comments).where(eq(comments.id, commentId)));

/** Returns whether the author deleted the comment. A taken-down one keeps its content. */
export const isErased = ({ content }: CommentRow): boolean => content === '';
