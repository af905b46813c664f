import type { comments } from '../../../../api/src/features/marketplace/schema.ts';
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

/** Whoever takes a question back does so within the hour, once it was answered. */
const AFTERTHOUGHT = 3_600_000;

/** What people ask under one problem, and what they are answered. */
export function commentsOn(
  { source, row }: StoredProblem,
  questions: DemoData['questions'],
  idOf: (person: string) => string,
): CommentInsert[] {
  const since = (time: number) => new Date(row.createdAt.getTime() + time);
  const written = ({ by, text, after, edited }: Written): CommentInsert => ({
    id: idAt(since(after)),
    problemId: row.id,
    authorId: idOf(by),
    content: text ?? '',
    createdAt: since(after),
    editedAt: edited === undefined ? null : since(after + edited),
  });
  return (questions[source.key] ?? []).flatMap(({ answers = [], pinned = false, ...question }) => {
    const asked = { ...written(question), pinned };
    const last = Math.max(question.after, ...answers.map(({ after }) => after));
    const deletedAt = question.text === null ? since(last + AFTERTHOUGHT) : null;
    return [{ ...asked, deletedAt }, ...answers.map((answer) => ({ ...written(answer), parentId: asked.id }))];
  });
}
