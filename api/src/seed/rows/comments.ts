import type { comments } from '../../features/marketplace/schema.ts';
import { QUESTIONS } from '../data/questions/questions.ts';
import type { DemoComment } from '../data/shape.ts';
import { idAt } from './clock.ts';
import type { StoredProblem } from './problems.ts';

type CommentInsert = typeof comments.$inferInsert & { id: string };

/** Whoever takes a question back does so within the hour, once it was answered. */
const AFTERTHOUGHT = 3_600_000;

/** What people ask under one problem, and what they are answered. */
export function commentsOn({ source, row }: StoredProblem, idOf: (person: string) => string): CommentInsert[] {
  const since = (time: number) => new Date(row.createdAt.getTime() + time);
  const written = ({ by, text, after, edited }: DemoComment): CommentInsert => ({
    id: idAt(since(after)),
    problemId: row.id,
    authorId: idOf(by),
    content: text ?? '',
    createdAt: since(after),
    editedAt: edited === undefined ? null : since(after + edited),
  });
  return (QUESTIONS[source.key] ?? []).flatMap(({ answers = [], pinned = false, ...question }) => {
    const asked = { ...written(question), pinned };
    const last = Math.max(question.after, ...answers.map(({ after }) => after));
    const deletedAt = question.text === null ? since(last + AFTERTHOUGHT) : null;
    return [{ ...asked, deletedAt }, ...answers.map((answer) => ({ ...written(answer), parentId: asked.id }))];
  });
}
