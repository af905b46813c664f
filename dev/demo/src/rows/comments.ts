import type { comments } from '../../../../api/src/schema/index.ts';
import type { DemoData } from '../data.ts';
import { createIdAt } from './clock.ts';
import type { ProblemRows } from './problems.ts';

type CommentInsert = typeof comments.$inferInsert & { id: string };

interface WrittenComment {
  by: string;
  text: string | null;
  after: number;
  edited?: number | undefined;
}

/** A deleted question is deleted an hour after its last answer. */
const DELETION_DELAY_MS = 3_600_000;

/** Builds the questions about a problem, and their answers. */
export function buildComments(
  { source, row }: ProblemRows,
  questions: DemoData['questions'],
  getId: (person: string) => string,
): CommentInsert[] {
  const getTimeAfterPosting = (time: number) => new Date(row.createdAt.getTime() + time);
  const buildComment = ({ by, text, after, edited }: WrittenComment): CommentInsert => ({
    id: createIdAt(getTimeAfterPosting(after)),
    problemId: row.id,
    authorId: getId(by),
    content: text ?? '',
    createdAt: getTimeAfterPosting(after),
    editedAt: edited === undefined ? null : getTimeAfterPosting(after + edited),
  });
  return (questions[source.key] ?? []).flatMap(({ answers = [], pinned = false, ...question }) => {
    const questionRow = { ...buildComment(question), pinned };
    const last = Math.max(question.after, ...answers.map(({ after }) => after));
    const deletedAt = question.text === null ? getTimeAfterPosting(last + DELETION_DELAY_MS) : null;
    return [{ ...questionRow, deletedAt }, ...answers.map((answer) => ({ ...buildComment(answer), parentId: questionRow.id }))];
  });
}
