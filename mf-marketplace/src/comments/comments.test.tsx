import { jest } from '@jest/globals';
import { NO_CONNECTION } from '@solvent/http';
import { clearSession } from '@solvent/store';
import type { fakeApi } from '@solvent/testing/fake-api';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { buildComment, openComments, writtenBy } from '../testing/open-comments.tsx';

let api: ReturnType<typeof fakeApi>;
function open(...args: Parameters<typeof openComments>) {
  const view = openComments(...args);
  ({ api } = view);
  return view;
}

afterEach(() => {
  clearSession();
  window.localStorage.clear();
  jest.restoreAllMocks();
  api.restore();
});

const MIRA = { _id: 'mira', name: 'Mira Chen', image: null };
const QUESTION = buildComment({ _id: 'q1' });
const ANSWER = buildComment({ _id: 'a1', parentId: 'q1', author: MIRA, content: 'On each of them.' });

describe('questions and answers, read', () => {
  it('stand under their heading, answers one level in, in formatted words', async () => {
    open([QUESTION, ANSWER]);
    expect(screen.getByRole('heading', { level: 2, name: 'Questions and answers' })).toBeVisible();
    const answers = await screen.findByRole('list', { name: 'Answers' });
    expect(await within(answers).findByText('On each of them.')).toBeVisible();
    expect((await screen.findByText('every')).tagName).toBe('STRONG');
    expect((await writtenBy('Diego Fuentes')).getByText('Just now')).toBeVisible();
  });

  it('name their authors, with a way to each, and mark the poster', async () => {
    open([QUESTION, ANSWER]);
    expect((await writtenBy('Diego Fuentes')).getByRole('link')).toHaveAttribute('href', '/profile/diego');
    expect((await writtenBy('Mira Chen')).getByText('Poster')).toBeVisible();
    expect(screen.getAllByText('Poster')).toHaveLength(1);
  });

  it('lead to no page of a deleted person', async () => {
    open([buildComment({ author: { _id: 'gone', name: 'Deleted user', image: null } })]);
    expect((await writtenBy('Deleted user')).queryByRole('link')).toBeNull();
  });

  it('show the pinned first, and what was edited', async () => {
    open([QUESTION, buildComment({ author: MIRA, pinned: true, editedAt: new Date().toISOString() })]);
    await writtenBy('Mira Chen');
    expect(screen.getAllByRole('article').map((article) => article.ariaLabel)).toEqual([
      'Mira Chen wrote',
      'Diego Fuentes wrote',
    ]);
    expect((await writtenBy('Mira Chen')).getByText('Pinned')).toBeVisible();
    expect((await writtenBy('Mira Chen')).getByText('edited')).toBeVisible();
    expect((await writtenBy('Diego Fuentes')).queryByText('edited')).toBeNull();
  });

  it('keep the place of a deleted question while answers hang on it', async () => {
    const deleted = { author: null, content: '', isDeleted: true };
    open([{ ...QUESTION, ...deleted }, ANSWER, buildComment(deleted), buildComment({ parentId: 'q1', ...deleted })]);
    await writtenBy('Mira Chen');
    expect(screen.getAllByText('This comment was deleted.')).toHaveLength(1);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('make no markup of what was written', async () => {
    open([buildComment({ content: '<img src=x onerror=alert(1)> [click](javascript:alert(1))' })]);
    expect(await screen.findByText(/<img src=x onerror=alert\(1\)>/)).toBeVisible();
    expect((await writtenBy('Diego Fuentes')).queryByRole('link', { name: 'click' })).toBeNull();
  });

  it('say that there are none yet', async () => {
    open([]);
    expect(await screen.findByText(/No questions yet/)).toBeVisible();
  });

  it('say that they did not come, and are asked for again', async () => {
    let isDown = true;
    const answer = () => (isDown ? refuse('internal', 'Something went wrong.') : { comments: [QUESTION] });
    const { user } = open([], { 'GET /problems/:id/comments': answer });
    expect(await screen.findByRole('alert')).toHaveTextContent('The questions could not be loaded.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await writtenBy('Diego Fuentes')).toBeDefined();
  });

  it('lead the signed-out to the sign-in and back, and let them do nothing else', async () => {
    const { user } = open([QUESTION]);
    const article = await writtenBy('Diego Fuentes');
    expect(article.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Sign in to ask' }));
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"from":"/view-problems/p1?from=list"}');
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
  });
});

describe('asking', () => {
  beforeEach(() => void signInAs({ _id: 'ada', name: 'Ada Park' }));
  const field = () => screen.findByRole('textbox', { name: 'Your question' });
  const asked = (content: string) => buildComment({ author: { _id: 'ada', name: 'Ada Park', image: null }, content });

  it('shows the question last, and empties the form', async () => {
    const held = [QUESTION];
    const { user, writes } = open(held, {
      'POST /problems/:id/comments': ({ body }) => {
        const comment = asked((body as { content: string }).content);
        held.push(comment);
        return { comment };
      },
    });
    await user.type(await field(), '  Which browser?  ');
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect((await writtenBy('Ada Park')).getByText('Which browser?')).toBeVisible();
    expect(screen.getAllByRole('article').at(-1)).toHaveAccessibleName('Ada Park wrote');
    expect(await field()).toHaveValue('');
    expect(await screen.findByText('Question posted')).toBeInTheDocument();
    expect(writes()[0]).toMatchObject({ path: '/problems/p1/comments', body: { content: 'Which browser?' } });
  });

  it('keeps the words through a failure, and sends them again under the same key', async () => {
    let isDown = true;
    const { user, writes } = open([], {
      'POST /problems/:id/comments': () => (isDown ? NETWORK_FAILURE : { comment: asked('Which browser?') }),
    });
    await user.type(await field(), 'Which browser?');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText(`Failed to post the question. ${NO_CONNECTION}`)).toBeVisible();
    expect(await field()).toHaveValue('Which browser?');
    expect(screen.queryByText('Question posted')).toBeNull();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(screen.queryByText(/Failed to post the question/)).toBeNull());
    const keys = writes().map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it("shows the server's sentence", async () => {
    const full = refuse('conflict', 'A problem holds 500 questions and answers, and this one is full.');
    const { user } = open([], { 'POST /problems/:id/comments': () => full });
    await user.type(await field(), 'One more?');
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('this one is full.');
  });

  it('sends nothing empty or too long, and says so', async () => {
    const { user, writes } = open([]);
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('Write something first')).toBeVisible();
    expect(await field()).toHaveFocus();
    await user.click(await field());
    await user.paste('x'.repeat(4001));
    expect(await screen.findByText('A comment cannot exceed 4,000 characters')).toBeVisible();
    expect(writes()).toEqual([]);
  });

  it('finds no fault with words that nobody has sent yet', async () => {
    const { user } = open([]);
    await user.click(screen.getByRole('textbox', { name: 'Your question' }));
    await user.tab();
    expect(screen.getByRole('textbox', { name: 'Your question' })).toBeValid();
    expect(screen.queryByText('Write something first')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('Write something first')).toBeVisible();
  });

  it('counts the characters, and keeps the draft over a reload', async () => {
    const { user, unmount } = open([]);
    await user.type(await field(), 'Which browser');
    expect(screen.getByText('Markdown works here. 13 of 4,000 characters')).toBeVisible();
    unmount();
    api.restore();
    open([]);
    expect(await field()).toHaveValue('Which browser');
  });

  it('keeps no draft of what was posted', async () => {
    const { user, unmount } = open([], { 'POST /problems/:id/comments': () => ({ comment: asked('Sent') }) });
    await user.type(await field(), 'Sent');
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('Question posted')).toBeInTheDocument();
    unmount();
    api.restore();
    open([]);
    expect(await field()).toHaveValue('');
  });
});
