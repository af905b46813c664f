import { jest } from '@jest/globals';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  ADA,
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

describe('own comments (product 4.13)', () => {
  beforeEach(() => void signInAs({ _id: 'diego', name: 'Diego Fuentes' }));

  it('are edited, and keep a refused edit', async () => {
    const stored = [QUESTION];
    let isLate = true;
    const { user, writes } = openComments(stored, {
      'PUT /comments/:id': () => {
        if (isLate) return refuse('conflict', 'A comment can be edited for 15 minutes.');
        const comment = { ...QUESTION, content: 'On which browser?', editedAt: new Date().toISOString() };
        stored.splice(0, 1, comment);
        return { comment };
      },
    });
    await clickButton(user, 'Diego Fuentes', 'Edit');
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

  it('cannot be canceled while an edit is saved, which may still fail', async () => {
    let answer: (failure: object) => void = () => undefined;
    const { user } = openComments([QUESTION], {
      'PUT /comments/:id': () => new Promise<object>((resolve) => (answer = resolve)),
    });
    await clickButton(user, 'Diego Fuentes', 'Edit');
    const field = screen.getByRole('textbox', { name: 'Edit your question' });
    await user.type(field, ' Also on Safari?');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled());
    await act(async () => answer(refuse('internal', 'Something went wrong.')));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.');
    expect(field).toHaveValue(`${QUESTION.content} Also on Safari?`);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  });

  it('can be edited for 15 minutes, and explain why not afterwards', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { user } = openComments([{ ...QUESTION, createdAt: new Date(Date.now() - 14 * 60_000).toISOString() }]);
    const edit = (await findArticle('Diego Fuentes')).getByRole('button', { name: 'Edit' });
    expect(edit).not.toHaveAttribute('aria-disabled', 'true');
    act(() => {
      jest.advanceTimersByTime(60_000);
    });
    expect(edit).toHaveAttribute('aria-disabled', 'true');
    await user.click(edit);
    expect(await screen.findByText('Questions, answers and updates can be edited for 15 minutes.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Edit your question' })).toBeNull();
  });

  it('are deleted after a confirmation, unless it is canceled or fails', async () => {
    let isOffline = true;
    const stored = [QUESTION];
    const { user, writes } = openComments(stored, {
      'DELETE /comments/:id': () => {
        if (isOffline) return NETWORK_FAILURE;
        stored.pop();
        return {};
      },
    });
    const confirm = async (button: string) => {
      await clickButton(user, 'Diego Fuentes', 'Delete');
      const dialog = await screen.findByRole('dialog', { name: 'Delete this question?' });
      await user.click(within(dialog).getByRole('button', { name: button }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await confirm('Cancel');
    expect(writes()).toEqual([]);
    await confirm('Delete question');
    expect(await screen.findByText('Failed to delete the comment')).toBeInTheDocument();
    expect(await findArticle('Diego Fuentes')).toBeDefined();
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
    let loads = 0;
    const { user, writes } = openComments([], {
      'GET /problems/:id/comments': () =>
        isBroken && (loads += 1) > 1 ? NETWORK_FAILURE : { comments: [question, buildComment({ parentId: 'q1', author: ADA })] },
      'PUT /comments/:id/pin': ({ body }) => {
        if (isBroken) return refuse('not_found', 'This comment does not exist.');
        question = { ...question, ...(body as { pinned: boolean }) };
        return { comment: question };
      },
    });
    expect(await findButtonTexts('Diego Fuentes')).toEqual(['Answer', 'Pin']);
    expect(await findButtonTexts('Ada Park')).toEqual([]);
    const waitForButton = (name: string) =>
      waitFor(async () => expect((await findArticle('Diego Fuentes')).getByRole('button', { name })).toBeEnabled());
    await clickButton(user, 'Diego Fuentes', 'Pin');
    expect(await screen.findByText('This comment does not exist.')).toBeInTheDocument();
    await waitForButton('Pin');
    expect(screen.queryByText('Pinned')).toBeNull();
    isBroken = false;
    await clickButton(user, 'Diego Fuentes', 'Pin');
    expect(await screen.findByText('Pinned')).toBeVisible();
    await waitForButton('Unpin');
    await clickButton(user, 'Diego Fuentes', 'Unpin');
    await waitForButton('Pin');
    expect(screen.queryByText('Pinned')).toBeNull();
    expect(writes().map(({ body }) => body)).toEqual([{ pinned: true }, { pinned: true }, { pinned: false }]);
  });
});

it('are updates of the poster on the own problem, not questions (product 2.66)', async () => {
  signInAs({ _id: PROBLEM.user._id, name: PROBLEM.user.name });
  const { user, writes } = openComments([], {
    'POST /problems/:id/comments': () => ({
      comment: buildComment({ author: PROBLEM.user, content: 'It also fails on Safari.' }),
    }),
  });
  await user.type(await screen.findByRole('textbox', { name: 'Your update' }), 'It also fails on Safari.');
  expect(screen.queryByRole('button', { name: 'Ask' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add an update' }));
  expect(await screen.findByText('Update added')).toBeVisible();
  expect(writes()).toMatchObject([{ path: '/problems/p1/comments', body: { content: 'It also fails on Safari.' } }]);
});
