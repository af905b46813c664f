import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import type { fakeApi } from '@solvent/testing/fake-api';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildComment, openComments, writtenBy } from '../testing/open-comments.tsx';

let api: ReturnType<typeof fakeApi>;
function open(...args: Parameters<typeof openComments>) {
  const view = openComments(...args);
  ({ api } = view);
  return view;
}

// Its code comes with the first click: on a busy machine that takes longer than a test may.
beforeAll(() => import('@solvent/ui/overlays'));

afterEach(() => {
  jest.useRealTimers();
  clearSession();
  window.localStorage.clear();
  api.restore();
});

const QUESTION = buildComment({ _id: 'q1' });
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const buttons = async (name: string) => (await writtenBy(name)).getAllByRole('button').map((button) => button.textContent);

describe('answering', () => {
  const answered = buildComment({ parentId: 'q1', author: { _id: 'ada', name: 'Ada Park', image: null }, content: 'Yes.' });
  beforeEach(() => void signInAs({ _id: 'ada', name: 'Ada Park' }));
  const openForm = async (routes: Parameters<typeof openComments>[1]) => {
    const held = [QUESTION];
    const view = open(held, routes);
    await view.user.click((await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Answer' }));
    return { ...view, held, field: screen.getByRole('textbox', { name: 'Your answer' }) };
  };

  it('opens a form in place, and shows the answer under its question', async () => {
    const { user, held, field, writes } = await openForm({
      'POST /problems/:id/comments': () => {
        held.push(answered);
        return { comment: answered };
      },
    });
    expect(field).toHaveFocus();
    await user.type(field, 'Yes.');
    await user.click(within(screen.getByRole('form', { name: 'Your answer' })).getByRole('button', { name: 'Answer' }));
    const answers = await screen.findByRole('list', { name: 'Answers' });
    expect(within(answers).getByText('Yes.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull();
    const button = (await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Answer' });
    expect(button).toHaveFocus();
    await user.click(button);
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
    expect(writes()[0]?.body).toEqual({ content: 'Yes.', parentId: 'q1' });
  });

  it('keeps the words, and shows the new state, when the question was deleted meanwhile', async () => {
    const { user, held, field } = await openForm({
      'POST /problems/:id/comments': () => {
        held.push(buildComment({ author: { _id: 'lena', name: 'Lena Vogt', image: null } }));
        return refuse('conflict', 'This question was deleted.');
      },
    });
    await user.type(field, 'Yes.');
    await user.click(within(screen.getByRole('form', { name: 'Your answer' })).getByRole('button', { name: 'Answer' }));
    expect(await screen.findByText('This question was deleted.')).toBeVisible();
    expect(field).toHaveValue('Yes.');
    expect(await writtenBy('Lena Vogt')).toBeDefined();
  });

  it('is given up by Cancel, and the draft is there again', async () => {
    const { user, field } = await openForm({});
    await user.type(field, 'Half an ans');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const button = (await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Answer' });
    expect(button).toHaveFocus();
    await user.click(button);
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Half an ans');
  });
});

describe('what one wrote', () => {
  beforeEach(() => void signInAs({ _id: 'diego', name: 'Diego Fuentes' }));
  const edit = async (routes: Parameters<typeof openComments>[1]) => {
    const view = open([QUESTION], routes);
    await view.user.click((await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Edit your question' });
    await view.user.clear(field);
    await view.user.type(field, 'On which browser?');
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }));
    return { ...view, field };
  };

  it('can be edited', async () => {
    let held = QUESTION;
    const { writes } = await edit({
      'GET /problems/:id/comments': () => ({ comments: [held] }),
      'PUT /comments/:id': () => {
        held = { ...QUESTION, content: 'On which browser?', editedAt: new Date().toISOString() };
        return { comment: held };
      },
    });
    expect(await screen.findByText('On which browser?')).toBeVisible();
    expect(screen.getByText('edited')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Edit your question' })).toBeNull();
    expect(writes()[0]).toMatchObject({ path: '/comments/q1', body: { content: 'On which browser?' } });
  });

  it('keeps the change, with the sentence, when the time was over', async () => {
    const late = refuse('conflict', 'A comment can be edited for 15 minutes.');
    const { field } = await edit({ 'PUT /comments/:id': () => late });
    expect(await screen.findByRole('alert')).toHaveTextContent('A comment can be edited for 15 minutes.');
    expect(field).toHaveValue('On which browser?');
  });

  it('has no Edit once 15 minutes are over', async () => {
    open([{ ...QUESTION, createdAt: ago(15) }]);
    expect(await buttons('Diego Fuentes')).toEqual(['Answer', 'Delete']);
  });

  it('loses Edit the moment they are over', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    open([{ ...QUESTION, createdAt: ago(14) }]);
    expect(await buttons('Diego Fuentes')).toEqual(['Answer', 'Edit', 'Delete']);
    act(() => {
      jest.advanceTimersByTime(MINUTE);
    });
    expect(await buttons('Diego Fuentes')).toEqual(['Answer', 'Delete']);
  });

  it('is deleted after one question', async () => {
    let held = [QUESTION];
    const { user } = open([], {
      'GET /problems/:id/comments': () => ({ comments: held }),
      'DELETE /comments/:id': () => {
        held = [];
        return {};
      },
    });
    await user.click((await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this question?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete question' }));
    expect(await screen.findByText('Question deleted')).toBeInTheDocument();
    expect(screen.queryByRole('article')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Questions and answers' })).toHaveFocus());
  });

  it('stays when one thinks better of it, or the server does', async () => {
    const { user, writes } = open([QUESTION], { 'DELETE /comments/:id': () => NETWORK_FAILURE });
    const press = async () => user.click((await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Delete' }));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(writes()).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press();
    await user.click(await screen.findByRole('button', { name: 'Delete question' }));
    expect(await screen.findByText('Failed to delete the comment')).toBeInTheDocument();
    expect(await writtenBy('Diego Fuentes')).toBeDefined();
  });
});

describe("the problem's poster", () => {
  beforeEach(() => void signInAs({ _id: 'mira', name: 'Mira Chen' }));

  it('pins a question and unpins it, and edits or deletes nothing of others', async () => {
    let held = QUESTION;
    const { user, writes } = open([], {
      'GET /problems/:id/comments': () => ({ comments: [held] }),
      'PUT /comments/:id/pin': ({ body }) => {
        held = { ...held, ...(body as { pinned: boolean }) };
        return { comment: held };
      },
    });
    expect(await buttons('Diego Fuentes')).toEqual(['Answer', 'Pin']);
    await user.click((await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Pin' }));
    expect(await screen.findByText('Pinned')).toBeVisible();
    await waitFor(async () => expect((await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Unpin' })).toBeEnabled());
    await user.click((await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Unpin' }));
    await waitFor(() => expect(screen.queryByText('Pinned')).toBeNull());
    expect(writes().map(({ body }) => body)).toEqual([{ pinned: true }, { pinned: false }]);
  });

  it('has the question back in its place when it was not pinned, even where nobody can be asked again', async () => {
    let isDown = false;
    const { user } = open([], {
      'GET /problems/:id/comments': () => (isDown ? NETWORK_FAILURE : { comments: [QUESTION] }),
      'PUT /comments/:id/pin': () => refuse('not_found', 'This comment does not exist.'),
    });
    const button = (await writtenBy('Diego Fuentes')).getByRole('button', { name: 'Pin' });
    isDown = true;
    await user.click(button);
    expect(await screen.findByText('This comment does not exist.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Pinned')).toBeNull());
  });

  it('pins no answers', async () => {
    open([QUESTION, buildComment({ parentId: 'q1', author: { _id: 'lena', name: 'Lena Vogt', image: null } })]);
    expect((await writtenBy('Lena Vogt')).queryByRole('button')).toBeNull();
  });
});
