import type { Comment } from '@solvent/contracts';
import type { TestCaller } from './factories.ts';
import { getField } from './get-field.ts';
import { buildProblem as storeProblem } from './problems.ts';
import type { TestApp, TestRequest, TestResponse } from './test-app.ts';

/** @returns the problem's id */
export async function buildProblem({ db }: TestApp, userId: string): Promise<string> {
  const now = new Date();
  const texts = { title: 'A problem to talk about', body: 'It crashes.' };
  return (await storeProblem(db, userId, { ...texts, createdAt: now, updatedAt: now })).id;
}

export const getComment = (response: TestResponse): Comment => getField(response, 'comment');

export interface DiscussionClient {
  post(as: TestCaller, payload: object, headers?: TestRequest['headers']): Promise<TestResponse>;
  addComment(as: TestCaller, content: string, parentId?: string): Promise<Comment>;
  /** All comments, as a visitor sees them. */
  list(): Promise<Comment[]>;
}

export function createDiscussionClient(test: TestApp, problemId: string): DiscussionClient {
  const url = `/api/problems/${problemId}/comments`;
  const post: DiscussionClient['post'] = (as, payload, headers = {}) => test.request('POST', url, { as, payload, headers });
  return {
    post,
    addComment: async (as, content, parentId) => getComment(await post(as, { content, parentId })),
    list: async () => getField(await test.request('GET', url), 'comments'),
  };
}
