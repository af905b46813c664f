import { jest } from '@jest/globals';
import { NO_CONNECTION } from '@solvent/http';
import { signInAs } from '@solvent/testing/factories';
import type { fakeApi } from '@solvent/testing/fake-api';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  ADA,
  ANSWER,
  PROBLEM,
  QUESTION,
  findArticle,
  buildComment,
  findButtonTexts,
  clickButton,
  openComments,
  resetComments,
} from './test-comments.ts';

beforeAll(() => import('@solvent/ui/overlays'));
afterEach(() => {
  jest.useRealTimers();
  resetComments();
});

describe('reading questions and answers', () => {
  it('shows authors why their comment was taken down, without any action (product 6.10)', async () => {
    signInAs({ _id: 'diego' });
    openComments([buildComment({ takenDown: { reason: 'It names a private person.', at: '2026-11-20T10:00:00.000Z' } })]);
    expect(await screen.findByText('It names a private person.')).toBeVisible();
    expect(screen.getByText(/^This comment was taken down on/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
    expect(await findButtonTexts('Diego Fuentes')).toEqual([]);
  });

  it('shows the pinned question first, answers below theirs, authors with links, and markdown', async () => {
    const pinned = buildComment({
      author: PROBLEM.user,
      pinned: true,
      editedAt: new Date().toISOString(),
      content: 'Pinned words.',
    });
    openComments([QUESTION, ANSWER, pinned]);
    expect(screen.getByRole('heading', { level: 2, name: 'Questions and answers' })).toBeVisible();
    const answers = within(await screen.findByRole('list', { name: 'Answers' }));
    expect(await answers.findByText('On each of them.')).toBeVisible();
    const [first, second] = screen.getAllByRole('article').map((article) => within(article));
    for (const text of ['Pinned words.', 'Pinned', 'edited', 'Update']) expect(first?.getByText(text)).toBeVisible();
    expect(second?.getByText('every').tagName).toBe('STRONG');
    expect(second?.getByText('Just now')).toBeVisible();
    expect(second?.queryByText(/^(edited|Update|Pinned)$/)).toBeNull();
    expect(second?.getByRole('link')).toHaveAttribute('href', '/profile/diego');
  });

  it('shows a deleted question only while it has answers', async () => {
    const deleted = { author: null, content: '', isDeleted: true };
    openComments([{ ...QUESTION, ...deleted }, ANSWER, buildComment(deleted), buildComment({ parentId: 'q1', ...deleted })]);
    expect(await screen.findAllByText('This comment was deleted.')).toHaveLength(1);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('retries after a failure, and shows that there are none', async () => {
    let isBroken = true;
    const { user } = openComments([], {
      'GET /problems/:id/comments': () => (isBroken ? refuse('internal', 'Something went wrong.') : { comments: [] }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('The questions could not be loaded.');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/No questions yet/)).toBeVisible();
  });

  it('shows a visitor no actions, and returns them after the sign-in', async () => {
    const { user } = openComments([QUESTION]);
    expect(await findButtonTexts('Diego Fuentes')).toEqual([]);
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Sign in to ask' }));
    expect(screen.getByLabelText('Route state')).toHaveTextContent(
      '{"from":"/view-problems/p1?from=list","purpose":"ask a question"}',
    );
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
  });
});

describe('asking a question', () => {
  beforeEach(() => void signInAs(ADA));
  const field = () => screen.findByRole('textbox', { name: 'Your question' });
  const submit = () => screen.getByRole('button', { name: 'Ask' });

  it('keeps the text through failures, retries with its key, then posts it last, trimmed, and drops the draft', async () => {
    const full = 'A problem holds 500 questions and answers, and this one is full.';
    const refusals: object[] = [NETWORK_FAILURE, refuse('conflict', full)];
    const stored = [QUESTION];
    const { user, writes, unmount } = openComments(stored, {
      'POST /problems/:id/comments': ({ body }) => {
        const comment = buildComment({ author: ADA, content: (body as { content: string }).content });
        if (refusals.length === 0) stored.push(comment);
        return refusals.shift() ?? { comment };
      },
    });
    await user.type(await field(), '  Which browser?  ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText(`Failed to post the question. ${NO_CONNECTION}`)).toBeVisible();
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(full));
    expect(await field()).toHaveValue('  Which browser?  ');
    expect(screen.queryByText('Question posted')).toBeNull();
    await user.click(submit());
    expect(await screen.findByText('Question posted')).toBeInTheDocument();
    expect((await findArticle('Ada Park')).getByText('Which browser?')).toBeVisible();
    expect(screen.getAllByRole('article').at(-1)).toHaveAccessibleName('Ada Park wrote');
    expect(await field()).toHaveValue('');
    expect(writes()[2]).toMatchObject({ path: '/problems/p1/comments', body: { content: 'Which browser?' } });
    const keys = writes().map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    unmount();
    openComments([]);
    expect(await field()).toHaveValue('');
  });

  it('keeps what is typed while it is being sent, also in the draft', async () => {
    const answers: ((answer: object) => void)[] = [];
    const routes: Parameters<typeof fakeApi>[0] = {
      'POST /problems/:id/comments': () => new Promise<object>((resolve) => answers.push(resolve)),
    };
    const { user, unmount, writes } = openComments([], routes);
    await user.type(await field(), 'Which browser?');
    await user.click(submit());
    await waitFor(() => expect(answers).toHaveLength(1));
    await user.type(await field(), ' And which version?');
    await act(async () => answers[0]?.({ comment: buildComment({ author: ADA, content: 'Which browser?' }) }));
    expect(await screen.findByText('Question posted')).toBeInTheDocument();
    expect(await field()).toHaveValue('Which browser? And which version?');
    expect(writes().map(({ body }) => body)).toEqual([{ content: 'Which browser?' }]);
    unmount();
    openComments([]);
    expect(await field()).toHaveValue('Which browser? And which version?');
  });

  it('is synced between tabs while typing, and cleared in all of them once sent (product 3.2)', async () => {
    const { unmount } = openComments([]);
    await field();
    const key = 'solvent.draft.comment.ada.p1.question';
    const elsewhere = (newValue: string | null) => {
      if (newValue === null) localStorage.removeItem(key);
      else localStorage.setItem(key, newValue);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
    };
    elsewhere('Which browser?');
    expect(await field()).toHaveValue('Which browser?');
    elsewhere(null);
    expect(await field()).toHaveValue('');
    unmount();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('validates on sending only, counts the characters and keeps a draft (product 5.9)', async () => {
    const { user, unmount, writes } = openComments([]);
    await user.click(await field());
    await user.tab();
    expect(await field()).toBeValid();
    await user.click(submit());
    expect(await screen.findByText('Write something first')).toBeVisible();
    expect(await field()).toHaveFocus();
    await user.type(await field(), 'Which browser');
    expect(screen.getByText('Markdown works here. 13 of 4,000 characters')).toBeVisible();
    expect(writes()).toEqual([]);
    unmount();
    openComments([]);
    expect(await field()).toHaveValue('Which browser');
  });
});

describe('answering a question', () => {
  const submit = () => within(screen.getByRole('form', { name: 'Your answer' })).getByRole('button', { name: 'Answer' });
  const field = () => screen.getByRole('textbox', { name: 'Your answer' });

  it('has its form below the question, keeps a draft and a refused answer, and shows the posted one', async () => {
    signInAs(ADA);
    const stored = [QUESTION];
    let isRefused = true;
    const { user, writes } = openComments(stored, {
      'POST /problems/:id/comments': () => {
        const comment = buildComment(
          isRefused ? { author: { ...ADA, name: 'Lena Vogt' } } : { parentId: 'q1', author: ADA, content: 'Yes.' },
        );
        stored.push(comment);
        return isRefused ? refuse('conflict', 'This question was deleted.') : { comment };
      },
    });
    await clickButton(user, 'Diego Fuentes', 'Answer');
    expect(field()).toHaveFocus();
    await user.type(field(), 'Yes.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await findArticle('Diego Fuentes')).getByRole('button', { name: 'Answer' })).toHaveFocus();
    await clickButton(user, 'Diego Fuentes', 'Answer');
    expect(field()).toHaveValue('Yes.');
    await user.click(submit());
    expect(await screen.findByText('This question was deleted.')).toBeVisible();
    expect(field()).toHaveValue('Yes.');
    expect(await findArticle('Lena Vogt')).toBeDefined();
    isRefused = false;
    await user.click(submit());
    expect(await within(await screen.findByRole('list', { name: 'Answers' })).findByText('Yes.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull();
    expect((await findArticle('Diego Fuentes')).getByRole('button', { name: 'Answer' })).toHaveFocus();
    await clickButton(user, 'Diego Fuentes', 'Answer');
    expect(field()).toHaveValue('');
    expect(writes().at(-1)?.body).toEqual({ content: 'Yes.', parentId: 'q1' });
  });

  it('cannot be canceled while it is posted', async () => {
    signInAs(ADA);
    const { user } = openComments([QUESTION], { 'POST /problems/:id/comments': () => new Promise<object>(() => undefined) });
    await clickButton(user, 'Diego Fuentes', 'Answer');
    await user.type(field(), 'Yes.');
    await user.click(submit());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled());
  });
});
