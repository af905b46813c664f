import { jest } from '@jest/globals';
import type { Comment } from '@solvent/contracts';
import { NO_CONNECTION } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Comments } from './comments.tsx';

const PROBLEM = { _id: 'p1', user: { _id: 'mira', name: 'Mira Chen', image: null } };

let count = 0;
const build = (overrides: Partial<Comment> = {}): Comment => ({
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
const ADA = { _id: 'ada', name: 'Ada Park', image: null };
const QUESTION = build({ _id: 'q1' });
const ANSWER = build({ _id: 'a1', parentId: 'q1', author: PROBLEM.user, content: 'On each of them.' });

let api: ReturnType<typeof fakeApi>;
/** The comments of Mira's problem; `stored` may change. */
function open(stored: Comment[], routes: Parameters<typeof fakeApi>[0] = {}) {
  api = fakeApi({ 'GET /problems/:id/comments': () => ({ comments: [...stored] }), ...routes });
  const view = renderScreen(<Comments problem={PROBLEM} />, { at: '/view-problems/p1?from=list' });
  return { ...view, writes: () => api.requests.filter(({ method }) => method !== 'GET') };
}
const articleOf = async (name: string) => {
  const [article] = await screen.findAllByRole('article', { name: `${name} wrote` });
  if (!article) throw new Error(`There is no comment by ${name}.`);
  return within(article);
};
const buttons = async (name: string) => (await articleOf(name)).queryAllByRole('button').map((button) => button.textContent);
const click = async (user: ReturnType<typeof open>['user'], name: string, button: string) =>
  user.click((await articleOf(name)).getByRole('button', { name: button }));

beforeAll(() => import('@solvent/ui/overlays'));
afterEach(() => {
  jest.useRealTimers();
  clearSession();
  window.localStorage.clear();
  api.restore();
});

describe('reading questions and answers', () => {
  it('shows authors why their comment was taken down, without any action (product 6.10)', async () => {
    signInAs({ _id: 'diego' });
    open([build({ takenDown: { reason: 'It names a private person.', at: '2026-11-20T10:00:00.000Z' } })]);
    expect(await screen.findByText('It names a private person.')).toBeVisible();
    expect(screen.getByText(/^This comment was taken down on/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
    expect(await buttons('Diego Fuentes')).toEqual([]);
  });

  it('shows the pinned question first, answers below theirs, authors with links, and markdown', async () => {
    const pinned = build({ author: PROBLEM.user, pinned: true, editedAt: new Date().toISOString(), content: 'Pinned words.' });
    open([QUESTION, ANSWER, pinned]);
    expect(screen.getByRole('heading', { level: 2, name: 'Questions and answers' })).toBeVisible();
    const answers = within(await screen.findByRole('list', { name: 'Answers' }));
    expect(await answers.findByText('On each of them.')).toBeVisible();
    const [first, second] = screen.getAllByRole('article').map((article) => within(article));
    for (const text of ['Pinned words.', 'Pinned', 'edited', 'Poster']) expect(first?.getByText(text)).toBeVisible();
    expect(second?.getByText('every').tagName).toBe('STRONG');
    expect(second?.getByText('Just now')).toBeVisible();
    expect(second?.queryByText(/^(edited|Poster|Pinned)$/)).toBeNull();
    expect(second?.getByRole('link')).toHaveAttribute('href', '/profile/diego');
  });

  it('shows of deleted comments only a question that has answers', async () => {
    const deleted = { author: null, content: '', isDeleted: true };
    open([{ ...QUESTION, ...deleted }, ANSWER, build(deleted), build({ parentId: 'q1', ...deleted })]);
    expect(await screen.findAllByText('This comment was deleted.')).toHaveLength(1);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('loads again after a failure, and states that there are none', async () => {
    let isBroken = true;
    const { user } = open([], {
      'GET /problems/:id/comments': () => (isBroken ? refuse('internal', 'Something went wrong.') : { comments: [] }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('The questions could not be loaded.');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/No questions yet/)).toBeVisible();
  });

  it('leads a visitor, who has no actions, through the sign-in and back', async () => {
    const { user } = open([QUESTION]);
    expect(await buttons('Diego Fuentes')).toEqual([]);
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Sign in to ask' }));
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"from":"/view-problems/p1?from=list"}');
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
  });
});

describe('asking', () => {
  beforeEach(() => void signInAs(ADA));
  const field = () => screen.findByRole('textbox', { name: 'Your question' });
  const ask = () => screen.getByRole('button', { name: 'Ask' });

  it('keeps the text through failures, retries with its key, then posts it last, trimmed, and drops the draft', async () => {
    const full = 'A problem holds 500 questions and answers, and this one is full.';
    const refusals: object[] = [NETWORK_FAILURE, refuse('conflict', full)];
    const stored = [QUESTION];
    const { user, writes, unmount } = open(stored, {
      'POST /problems/:id/comments': ({ body }) => {
        const comment = build({ author: ADA, content: (body as { content: string }).content });
        if (refusals.length === 0) stored.push(comment);
        return refusals.shift() ?? { comment };
      },
    });
    await user.type(await field(), '  Which browser?  ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText(`Failed to post the question. ${NO_CONNECTION}`)).toBeVisible();
    await user.click(ask());
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(full));
    expect(await field()).toHaveValue('  Which browser?  ');
    expect(screen.queryByText('Question posted')).toBeNull();
    await user.click(ask());
    expect(await screen.findByText('Question posted')).toBeInTheDocument();
    expect((await articleOf('Ada Park')).getByText('Which browser?')).toBeVisible();
    expect(screen.getAllByRole('article').at(-1)).toHaveAccessibleName('Ada Park wrote');
    expect(await field()).toHaveValue('');
    expect(writes()[2]).toMatchObject({ path: '/problems/p1/comments', body: { content: 'Which browser?' } });
    const keys = writes().map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    unmount();
    api.restore();
    open([]);
    expect(await field()).toHaveValue('');
  });

  it('keeps what is typed while it is being sent, also in the draft', async () => {
    const answers: ((answer: object) => void)[] = [];
    const routes: Parameters<typeof fakeApi>[0] = {
      'POST /problems/:id/comments': () => new Promise<object>((resolve) => answers.push(resolve)),
    };
    const { user, unmount, writes } = open([], routes);
    await user.type(await field(), 'Which browser?');
    await user.click(ask());
    await waitFor(() => expect(answers).toHaveLength(1));
    await user.type(await field(), ' And which version?');
    await act(async () => answers[0]?.({ comment: build({ author: ADA, content: 'Which browser?' }) }));
    expect(await screen.findByText('Question posted')).toBeInTheDocument();
    expect(await field()).toHaveValue('Which browser? And which version?');
    expect(writes().map(({ body }) => body)).toEqual([{ content: 'Which browser?' }]);
    unmount();
    api.restore();
    open([]);
    expect(await field()).toHaveValue('Which browser? And which version?');
  });

  it('is shown in all tabs as it is typed, and in none once one has sent it (product 3.2)', async () => {
    const { unmount } = open([]);
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
    const { user, unmount, writes } = open([]);
    await user.click(await field());
    await user.tab();
    expect(await field()).toBeValid();
    await user.click(ask());
    expect(await screen.findByText('Write something first')).toBeVisible();
    expect(await field()).toHaveFocus();
    await user.type(await field(), 'Which browser');
    expect(screen.getByText('Markdown works here. 13 of 4,000 characters')).toBeVisible();
    expect(writes()).toEqual([]);
    unmount();
    api.restore();
    open([]);
    expect(await field()).toHaveValue('Which browser');
  });
});

describe('answering', () => {
  const submit = () => within(screen.getByRole('form', { name: 'Your answer' })).getByRole('button', { name: 'Answer' });
  const field = () => screen.getByRole('textbox', { name: 'Your answer' });

  it('has its form below the question, keeps a draft and a refused answer, and shows the posted one', async () => {
    signInAs(ADA);
    const stored = [QUESTION];
    let isRefused = true;
    const { user, writes } = open(stored, {
      'POST /problems/:id/comments': () => {
        const comment = build(
          isRefused ? { author: { ...ADA, name: 'Lena Vogt' } } : { parentId: 'q1', author: ADA, content: 'Yes.' },
        );
        stored.push(comment);
        return isRefused ? refuse('conflict', 'This question was deleted.') : { comment };
      },
    });
    await click(user, 'Diego Fuentes', 'Answer');
    expect(field()).toHaveFocus();
    await user.type(field(), 'Yes.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await articleOf('Diego Fuentes')).getByRole('button', { name: 'Answer' })).toHaveFocus();
    await click(user, 'Diego Fuentes', 'Answer');
    expect(field()).toHaveValue('Yes.');
    await user.click(submit());
    expect(await screen.findByText('This question was deleted.')).toBeVisible();
    expect(field()).toHaveValue('Yes.');
    // The refusal loads the current comments.
    expect(await articleOf('Lena Vogt')).toBeDefined();
    isRefused = false;
    await user.click(submit());
    expect(await within(await screen.findByRole('list', { name: 'Answers' })).findByText('Yes.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull();
    expect((await articleOf('Diego Fuentes')).getByRole('button', { name: 'Answer' })).toHaveFocus();
    await click(user, 'Diego Fuentes', 'Answer');
    expect(field()).toHaveValue('');
    expect(writes().at(-1)?.body).toEqual({ content: 'Yes.', parentId: 'q1' });
  });
});

describe('own comments (product 4.13)', () => {
  beforeEach(() => void signInAs({ _id: 'diego', name: 'Diego Fuentes' }));

  it('are edited, and keep a refused edit', async () => {
    const stored = [QUESTION];
    let isLate = true;
    const { user, writes } = open(stored, {
      'PUT /comments/:id': () => {
        if (isLate) return refuse('conflict', 'A comment can be edited for 15 minutes.');
        const comment = { ...QUESTION, content: 'On which browser?', editedAt: new Date().toISOString() };
        stored.splice(0, 1, comment);
        return { comment };
      },
    });
    await click(user, 'Diego Fuentes', 'Edit');
    const field = screen.getByRole('textbox', { name: 'Edit your question' });
    await user.clear(field);
    await user.type(field, 'On which browser?');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('A comment can be edited for 15 minutes.');
    expect(field).toHaveValue('On which browser?');
    isLate = false;
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('edited')).toBeVisible();
    expect(screen.getByText('On which browser?')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Edit your question' })).toBeNull();
    expect(writes().at(-1)).toMatchObject({ path: '/comments/q1', body: { content: 'On which browser?' } });
  });

  it('can be edited until they are 15 minutes old, and say so afterwards', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { user } = open([{ ...QUESTION, createdAt: new Date(Date.now() - 14 * 60_000).toISOString() }]);
    const edit = (await articleOf('Diego Fuentes')).getByRole('button', { name: 'Edit' });
    expect(edit).not.toHaveAttribute('aria-disabled', 'true');
    act(() => {
      jest.advanceTimersByTime(60_000);
    });
    expect(edit).toHaveAttribute('aria-disabled', 'true');
    await user.click(edit);
    expect(await screen.findByText('Questions and answers can be edited for 15 minutes.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Edit your question' })).toBeNull();
  });

  it('are deleted after a confirmation, unless it is canceled or fails', async () => {
    let isOffline = true;
    const stored = [QUESTION];
    const { user, writes } = open(stored, {
      'DELETE /comments/:id': () => {
        if (isOffline) return NETWORK_FAILURE;
        stored.pop();
        return {};
      },
    });
    const confirm = async (button: string) => {
      await click(user, 'Diego Fuentes', 'Delete');
      const dialog = await screen.findByRole('dialog', { name: 'Delete this question?' });
      await user.click(within(dialog).getByRole('button', { name: button }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await confirm('Cancel');
    expect(writes()).toEqual([]);
    await confirm('Delete question');
    expect(await screen.findByText('Failed to delete the comment')).toBeInTheDocument();
    expect(await articleOf('Diego Fuentes')).toBeDefined();
    isOffline = false;
    await confirm('Delete question');
    expect(await screen.findByText('Question deleted')).toBeInTheDocument();
    expect(screen.queryByRole('article')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Questions and answers' })).toHaveFocus());
  });
});

describe("the problem's poster (product 4.13)", () => {
  it('pins and unpins questions, never answers; a failed change is undone even when the list cannot load again', async () => {
    signInAs({ _id: 'mira', name: 'Mira Chen' });
    let question = QUESTION;
    let isBroken = true;
    const { user, writes } = open([], {
      'GET /problems/:id/comments': () =>
        isBroken && api.requests.length > 1 ? NETWORK_FAILURE : { comments: [question, build({ parentId: 'q1', author: ADA })] },
      'PUT /comments/:id/pin': ({ body }) => {
        if (isBroken) return refuse('not_found', 'This comment does not exist.');
        question = { ...question, ...(body as { pinned: boolean }) };
        return { comment: question };
      },
    });
    expect(await buttons('Diego Fuentes')).toEqual(['Answer', 'Pin']);
    expect(await buttons('Ada Park')).toEqual([]);
    const waitForButton = (name: string) =>
      waitFor(async () => expect((await articleOf('Diego Fuentes')).getByRole('button', { name })).toBeEnabled());
    await click(user, 'Diego Fuentes', 'Pin');
    expect(await screen.findByText('This comment does not exist.')).toBeInTheDocument();
    await waitForButton('Pin');
    expect(screen.queryByText('Pinned')).toBeNull();
    isBroken = false;
    await click(user, 'Diego Fuentes', 'Pin');
    expect(await screen.findByText('Pinned')).toBeVisible();
    await waitForButton('Unpin');
    await click(user, 'Diego Fuentes', 'Unpin');
    await waitForButton('Pin');
    expect(screen.queryByText('Pinned')).toBeNull();
    expect(writes().map(({ body }) => body)).toEqual([{ pinned: true }, { pinned: true }, { pinned: false }]);
  });
});
