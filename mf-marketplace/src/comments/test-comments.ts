import type { Comment } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { createElement } from 'react';
import { Comments } from './comments.tsx';

export const PROBLEM = { _id: 'p1', user: { _id: 'mira', name: 'Mira Chen', image: null } };

let count = 0;
export const buildComment = (overrides: Partial<Comment> = {}): Comment => ({
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
});
export const ADA = { _id: 'ada', name: 'Ada Park', image: null };
export const QUESTION = buildComment({ _id: 'q1' });
export const ANSWER = buildComment({ _id: 'a1', parentId: 'q1', author: PROBLEM.user, content: 'On each of them.' });

let api: ReturnType<typeof fakeApi> | undefined;
export function openComments(stored: Comment[], routes: Parameters<typeof fakeApi>[0] = {}) {
  api?.restore();
  const opened = fakeApi({ 'GET /problems/:id/comments': () => ({ comments: [...stored] }), ...routes });
  api = opened;
  const view = renderScreen(createElement(Comments, { problem: PROBLEM }), { at: '/view-problems/p1?from=list' });
  return { ...view, writes: () => opened.requests.filter(({ method }) => method !== 'GET') };
}
export const findArticle = async (name: string) => {
  const [article] = await screen.findAllByRole('article', { name: `${name} wrote` });
  if (!article) throw new Error(`There is no comment by ${name}.`);
  return within(article);
};
export const findButtonTexts = async (name: string) =>
  (await findArticle(name)).queryAllByRole('button').map((button) => button.textContent);
export const clickButton = async (user: ReturnType<typeof openComments>['user'], name: string, button: string) =>
  user.click((await findArticle(name)).getByRole('button', { name: button }));

export function resetComments(): void {
  clearSession();
  window.localStorage.clear();
  api?.restore();
}
