import type { Comment } from '@solvent/contracts';
import { problems } from '../features/marketplace/schema.ts';
import type { TestCaller } from './factories.ts';
import type { TestResponse, TestApp, TestRequest } from './test-app.ts';

/** Stores a problem of somebody's; gives its id. */
export async function buildProblem({ db }: TestApp, userId: string): Promise<string> {
  const now = new Date();
  const text = {
    title: 'A problem to talk about',
    body: 'It crashes.',
    description: 'It crashes.',
    category: 'backend',
  } as const;
  const [row] = await db
    .insert(problems)
    .values({ userId, ...text, tags: ['Go'], budget: 100, createdAt: now, updatedAt: now })
    .returning();
  if (row === undefined) throw new Error('The problem was not stored');
  return row.id;
}

/** The comment of an answer that has one. */
export function getComment({ status, body }: TestResponse): Comment {
  if (status !== 200 && status !== 201) throw new Error(`There is no comment in ${status} ${JSON.stringify(body)}`);
  // The answer's schema lets nothing else out.
  return body['comment'] as Comment;
}

/** Asks about the discussion of one problem. */
export interface DiscussionClient {
  post(as: TestCaller, payload: object, headers?: TestRequest['headers']): Promise<TestResponse>;
  /** Posts, and gives the comment. */
  addComment(as: TestCaller, content: string, parentId?: string): Promise<Comment>;
  /** All comments, as anybody reads them. */
  list(): Promise<Comment[]>;
}

/** The discussion of `problemId`. */
export function createDiscussionClient(test: TestApp, problemId: string): DiscussionClient {
  const url = `/api/problems/${problemId}/comments`;
  const post: DiscussionClient['post'] = (as, payload, headers = {}) => test.request('POST', url, { as, payload, headers });
  return {
    post,
    addComment: async (as, content, parentId) => getComment(await post(as, { content, parentId })),
    // The answer's schema lets nothing else out.
    list: async () => (await test.request('GET', url)).body['comments'] as Comment[],
  };
}
