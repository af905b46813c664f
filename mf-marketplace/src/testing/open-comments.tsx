import type { Comment } from '@solvent/contracts';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { Comments } from '../comments/comments.tsx';

type Routes = Parameters<typeof fakeApi>[0];

const PROBLEM = { _id: 'p1', user: { _id: 'mira', name: 'Mira Chen', image: null } };

/** The discussion under Mira's problem; `comments` is what the server holds, and may change. */
export function openComments(comments: Comment[], routes: Routes = {}) {
  const api = fakeApi({ 'GET /problems/:id/comments': () => ({ comments: [...comments] }), ...routes });
  const view = renderScreen(<Comments problem={PROBLEM} />, { at: '/view-problems/p1?from=list' });
  const writes = () => api.requests.filter(({ method }) => method !== 'GET');
  return { ...view, api, writes };
}

/** What this person wrote, and the buttons under it: the first such. */
export async function writtenBy(name: string) {
  const [written] = await screen.findAllByRole('article', { name: `${name} wrote` });
  if (!written) throw new Error(`${name} wrote nothing.`);
  return within(written);
}

let count = 0;

/** A question by Diego, of this moment. */
export function buildComment(overrides: Partial<Comment> = {}): Comment {
  return {
    _id: `comment-${(count += 1)}`,
    problemId: 'p1',
    parentId: null,
    author: { _id: 'diego', name: 'Diego Fuentes', image: null },
    content: 'Does it happen on **every** reconnect?',
    pinned: false,
    isDeleted: false,
    createdAt: new Date().toISOString(),
    editedAt: null,
    ...overrides,
  };
}
