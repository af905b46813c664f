import type { ProblemListItem } from '@solvent/contracts';
import { problems } from '../schema/index.ts';
import type { ProblemRow } from '../schema/index.ts';
import type { Db } from '../platform/db/connect.ts';
import { getField } from './get-field.ts';
import type { TestApp } from './test-app.ts';
import { summarize } from '@solvent/contracts/rules';

let count = 0;

/** Stores a problem that is one minute newer than the previous one. */
export async function buildProblem(
  db: Db,
  userId: string,
  given: Partial<typeof problems.$inferInsert> = {},
): Promise<ProblemRow> {
  count += 1;
  const createdAt = new Date(Date.UTC(2026, 0, 1) + count * 60_000);
  const body = given.body ?? 'Something does not work and we would like to know why.';
  const [row] = await db
    .insert(problems)
    .values({
      userId,
      title: `Problem number ${count}`,
      body,
      description: summarize(body),
      category: 'backend',
      tags: ['Go'],
      budget: 100,
      createdAt,
      updatedAt: createdAt,
      ...given,
    })
    .returning();
  if (row === undefined) throw new Error('The problem was not stored');
  return row;
}

/** @returns the response of `GET /problems`, and its titles in order */
export async function listProblems(
  test: TestApp,
  query = '',
): Promise<{ body: Record<string, unknown>; problems: ProblemListItem[]; titles: string[] }> {
  const response = await test.request('GET', `/api/problems?${query}`);
  const items = getField(response, 'problems');
  return { body: response.body, problems: items, titles: items.map(({ title }) => title) };
}

export const goodProblem = {
  title: 'Our importer loses rows at night',
  body: 'It reads **two million** rows and stores a few less.\n\n- [ ] find them\n- [ ] keep them',
  category: 'database',
  tags: ['PostgreSQL', 'Go'],
  budget: 250,
};
