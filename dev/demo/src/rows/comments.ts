import type { comments } from '../../../../api/src/schema/index.ts';
import type { DemoData } from '../data.ts';
import { idAt } from './clock.ts';
import type { StoredProblem } from './problems.ts';

type CommentInsert = typeof comments.$inferInsert & { id: string };

interface Written {
  by: string;
  text: string | null;
  after: number;
  edited?: number | undefined;
}

/** A question is withdrawn within an hour after its answer. */
const AFTERTHOUGHT = 3_600_000;

/** Questions under a problem, and their answers. */
export function commentsOn(
  { source, row }: StoredProblem,
  questions: DemoData['questions'],
  getId: (person: string) => string,
): CommentInsert[] {
  const since = (time: number) => new Date(row.createdAt.getTime() + time);
  const written = ({ by, text, after, edited }: Written): CommentInsert => ({
    id: idAt(since(after)),
    problemId: row.id,
    authorId: getId(by),
    content: text ?? '',
    createdAt: since(after),
    editedAt: edited === undefined ? null : since(after + edited),
  });
  return (questions[source.key] ?? []).flatMap(({ answers = [], pinned = false, ...question }) => {
    const questionRow = { ...written(question), pinned };
    const last = Math.max(question.after, ...answers.map(({ after }) => after));
    const deletedAt = question.text === null ? since(last + AFTERTHOUGHT) : null;
    return [{ ...questionRow, deletedAt }, ...answers.map((answer) => ({ ...written(answer), parentId: questionRow.id }))];
  });
}
