import type { Comment } from '@solvent/contracts';

/** A question and what was answered to it, the oldest first. */
export interface Thread {
  question: Comment;
  answers: Comment[];
}

/**
 * Questions as they are shown: the pinned first, then the oldest. Of what was deleted a question alone stays, while
 * answers hang on it.
 */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const questions = comments.filter(({ parentId }) => parentId === null);
  const threads = questions
    .map((question) => ({
      question,
      answers: comments.filter(({ parentId, isDeleted }) => parentId === question._id && !isDeleted),
    }))
    .filter(({ question, answers }) => !question.isDeleted || answers.length > 0);
  return threads.toSorted((a, b) => Number(b.question.pinned) - Number(a.question.pinned));
}
