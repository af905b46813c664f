import { CATEGORIES } from '@solvent/contracts';
import type { Problem } from '@solvent/contracts';
import { getToday } from '@solvent/contracts/rules';
import { clearSession, onPageRequest, readKey } from '@solvent/store';
import { buildProblem, buildProblemDetail, buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { draftKey } from './problem-draft.ts';
import { Component as PostProblem } from './post-problem-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];
type User = ReturnType<typeof renderScreen>['user'];
const TITLE = 'Websocket reconnects drop messages';
const BODY = 'After a reconnect the client misses what was sent meanwhile.';
const ADA = buildUser({ _id: 'ada', name: 'Ada Park' });
const LOG = new File(['one line'], 'trace.log', { type: 'text/plain' });
const stored = (name: string) => ({
  file: { _id: `id-of-${name}`, url: `/api/files/${name}`, name, size: 8, mimeType: 'text/plain' },
});

let api: ReturnType<typeof fakeApi>;
function openForm(routes: Routes, at = '/post-problem') {
  api = fakeApi({
    'GET /problems/similar': () => ({ problems: [] }),
    'GET /problems/budgets': () => ({ budgets: null }),
    ...routes,
  });
  return renderScreen(<PostProblem />, { at });
}
const sent = (method: string, path?: string) =>
  api.requests.filter((request) => request.method === method && (!path || request.path === path));
const getKeys = (requests: typeof api.requests) => requests.map(({ headers }) => headers['Idempotency-Key']);
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const title = () => field(/^Title/);
const tags = () => screen.getByRole('combobox', { name: /^Tags/ });
const files = () => screen.getByLabelText('Attachments');
const rewrite = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = (user: User) => user.click(screen.getByRole('button', { name: /^(Post Problem|Save changes)$/ }));
const address = () => screen.getByLabelText('Address').textContent;
const draft = (id?: string) => readKey(draftKey('ada', id));
async function addTag(user: User, tag: string) {
  await user.type(tags(), tag);
  await user.keyboard('{Enter}');
}
async function fillIn(user: User) {
  rewrite(/^Title/, TITLE);
  rewrite(/^Description/, BODY);
  await addTag(user, 'React');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Category/ }), CATEGORIES.backend);
  rewrite(/^Budget/, '$250');
  fireEvent.change(screen.getByLabelText(/^Done by/), { target: { value: getToday() } });
}

beforeEach(() => void signInAs(ADA));
afterEach(() => {
  api?.restore();
  clearSession();
  window.localStorage.clear();
});

describe('posting a problem (product 2.21, 5.7)', () => {
  it('requires a seeker: others can switch their role, and then get the form (product 2.7)', async () => {
    signInAs({ ...ADA, role: 'solver' });
    const requested: string[] = [];
    const stop = onPageRequest((path) => requested.push(path));
    const { user } = openForm({});
    expect(requested).toEqual(['/post-problem']);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Posting a problem requires a seeker account');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Switch to a seeker account' }));
    expect(requested).toEqual(['/post-problem', '/post-problem']);
    stop();
    act(() => void signInAs(ADA));
    expect(await screen.findByRole('heading', { level: 1, name: 'Post a Problem' })).toBeVisible();
  });

  it('shows errors under the fields with the focus on the first, also out of the preview; the template alone is not a description', async () => {
    const { user } = openForm({});
    const options = within(screen.getByRole('combobox', { name: /^Category/ })).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Choose a category', ...Object.values(CATEGORIES)]);
    await submit(user);
    await waitFor(() => expect(title()).toHaveAccessibleDescription('Title is required'));
    expect(field(/^Description/)).toHaveAccessibleDescription('Description is required');
    for (const text of ['Please choose a category', 'Add at least one tag', 'Budget is required'])
      expect(screen.getByText(text)).toBeVisible();
    await waitFor(() => expect(title()).toHaveFocus());
    await fillIn(user);
    rewrite(/^Description/, '# The fault\n\nIt **breaks**.');
    await addTag(user, 'x'.repeat(31));
    expect(await screen.findByText('A tag cannot exceed 30 characters')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    const preview = within(screen.getByRole('tabpanel', { name: 'Preview' }));
    expect(await preview.findByRole('heading', { level: 2, name: 'The fault' })).toBeVisible();
    expect(preview.getByText('breaks')).toBeVisible();
    await submit(user);
    await waitFor(() => expect(field(/^Description/)).toHaveFocus());
    expect(screen.getByRole('tab', { name: 'Write', selected: true })).toBeVisible();
    expect(field(/^Description/)).toHaveAccessibleDescription('Description must be at least 30 characters');
    expect(sent('POST')).toEqual([]);
  });

  it('keeps one draft through failures and a reload, retries with its key, and posts once', async () => {
    const errors = refuse('invalid', 'Please check the form.', { title: 'This title is taken' });
    const failures: object[] = [NETWORK_FAILURE, errors];
    const routes = { 'POST /problems': () => failures.shift() ?? { problem: buildProblem({ _id: 'p9', title: TITLE }) } };
    const first = openForm(routes);
    expect(screen.queryByText('Draft kept on this device')).not.toBeInTheDocument();
    await fillIn(first.user);
    expect(screen.getByText('Draft kept on this device')).toBeVisible();
    for (const text of ['Failed to post the problem', 'Please check the form.']) {
      await submit(first.user);
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(title()).toHaveAccessibleDescription('This title is taken');
    await waitFor(() => expect(title()).toHaveFocus());
    const keys = getKeys(sent('POST'));
    first.unmount();
    api.restore();

    const { user, queryClient } = openForm(routes);
    queryClient.setQueryData(['problems', 'list'], []);
    expect(title()).toHaveValue(TITLE);
    expect(field(/^Budget/)).toHaveValue('250');
    expect(screen.getByRole('button', { name: 'Remove React' })).toBeVisible();
    await user.click(title());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(address()).toBe('/view-problems/p9'));
    expect(await screen.findByText('Your problem is live.')).toBeVisible();
    const body = {
      title: TITLE,
      body: BODY,
      category: 'backend',
      tags: ['React'],
      budget: 250,
      doneBy: getToday(),
      attachments: [],
    };
    expect(sent('POST').map((request) => request.body)).toEqual([body]);
    expect(new Set([...keys, ...getKeys(sent('POST'))]).size).toBe(1);
    expect(keys[0]).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(queryClient.getQueryState(['problems', 'list'])?.isInvalidated).toBe(true);
    expect(draft()).toBeNull();
  });

  it('is empty after another tab posts what it shows', async () => {
    const { user } = openForm({});
    await fillIn(user);
    await waitFor(() => expect(draft()).toContain('250'));
    const oldValue = draft();
    localStorage.removeItem(draftKey('ada'));
    await act(
      async () => void window.dispatchEvent(new StorageEvent('storage', { key: draftKey('ada'), oldValue, newValue: null })),
    );
    expect(title()).toHaveValue('');
    expect(draft()).toBeNull();
  });

  it('gets a new key after another tab posts other text; waits for uploads, and is not posted after a failed one', async () => {
    let finish: (answer: object) => void = () => undefined;
    const { user } = openForm({
      'POST /file-upload': () => new Promise<object>((resolve) => (finish = resolve)),
      'POST /problems': () => NETWORK_FAILURE,
    });
    const posts = () => sent('POST', '/problems');
    await fillIn(user);
    await user.upload(files(), LOG);
    await submit(user);
    await waitFor(() => expect(screen.getByRole('button', { name: /Posting/ })).toBeDisabled());
    finish(refuse('internal', 'Boom'));
    const missing = 'Some files were not uploaded. Retry or remove them.';
    await waitFor(() => expect(files()).toHaveAccessibleDescription(missing));
    expect(posts()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Try trace.log again' }));
    await waitFor(() => expect(sent('POST', '/file-upload')).toHaveLength(2));
    await submit(user);
    finish(stored('trace.log'));
    await screen.findByText('Failed to post the problem');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: draftKey('ada'), newValue: null })));
    await submit(user);
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[1]?.body).toMatchObject({ attachments: ['id-of-trace.log'] });
    expect(new Set(getKeys(posts())).size).toBe(2);
  });
});

describe('editing a posted problem (product 2.21, 4.10)', () => {
  const NOTES = { _id: 'f1', url: '/api/files/f1', name: 'notes.txt', size: 2048, mimeType: 'text/plain' };
  const NEW_TITLE = 'Websocket drops every message';
  const build = (given: Partial<Problem> = {}) =>
    buildProblemDetail({ _id: 'p7', title: TITLE, body: BODY, category: 'backend', user: ADA, attachments: [NOTES], ...given });
  const open = (load: () => object, save: () => object = () => ({ problem: build() })) =>
    openForm({ 'GET /problems/:id': load, 'PUT /problems/:id': save }, '/post-problem?edit=p7');
  const findTitle = () => screen.findByRole('textbox', { name: /^Title/ });

  it('starts with the problem, keeps a draft of its own through a conflict and a reload, discards it, and saves', async () => {
    let isLate = true;
    const conflict = 'This problem is in progress and cannot be edited.';
    const save = () => (isLate ? refuse('conflict', conflict) : { problem: build() });
    const first = open(() => ({ problem: build() }), save);
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Problem' })).toBeVisible();
    expect(await findTitle()).toHaveValue(TITLE);
    expect(field(/^Description/)).toHaveValue(BODY);
    expect(screen.getByRole('combobox', { name: /^Category/ })).toHaveValue('backend');
    expect(field(/^Budget/)).toHaveValue('250');
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/view-problems/p7');
    expect(screen.queryByText('Draft kept on this device')).toBeNull();
    rewrite(/^Title/, NEW_TITLE);
    await first.user.click(screen.getByRole('button', { name: 'Remove notes.txt' }));
    await submit(first.user);
    expect(await screen.findAllByText(conflict)).toHaveLength(2);
    expect(address()).toBe('/post-problem?edit=p7');
    first.unmount();
    api.restore();

    const { user, queryClient } = open(() => ({ problem: build() }), save);
    queryClient.setQueryData(['problems', 'detail', 'p7'], {});
    expect(await findTitle()).toHaveValue(NEW_TITLE);
    expect(screen.queryByText('notes.txt')).toBeNull();
    expect(draft()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(title()).toHaveValue(TITLE));
    expect(screen.getByText('notes.txt')).toBeVisible();
    expect(screen.queryByText('Draft kept on this device')).toBeNull();
    isLate = false;
    rewrite(/^Title/, NEW_TITLE);
    await submit(user);
    expect(await screen.findByText('Problem updated')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/view-problems/p7'));
    const body = { title: NEW_TITLE, category: 'backend', budget: 250, attachments: ['f1'] };
    expect(sent('PUT')).toMatchObject([{ path: '/problems/p7', body }]);
    expect(queryClient.getQueryState(['problems', 'detail', 'p7'])?.isInvalidated).toBe(true);
    expect(draft('p7')).toBeNull();
  });

  it('cannot be changed, canceled or discarded while the changes are saved, and stays open after a failure', async () => {
    let answer: (answer: object) => void = () => undefined;
    const { user } = openForm(
      {
        'GET /problems/:id': () => ({ problem: build() }),
        'PUT /problems/:id': () => new Promise<object>((resolve) => (answer = resolve)),
      },
      '/post-problem?edit=p7',
    );
    await findTitle();
    rewrite(/^Title/, NEW_TITLE);
    const controls = () => [
      files(),
      screen.getByRole('link', { name: 'Cancel' }),
      screen.getByRole('button', { name: 'Discard changes' }),
    ];
    for (const control of controls()) expect(control.closest('[inert]')).toBeNull();
    await submit(user);
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    for (const control of controls()) expect(control.closest('[inert]')).not.toBeNull();
    await act(async () => answer(NETWORK_FAILURE));
    expect(await screen.findByText('Failed to save the changes')).toBeVisible();
    for (const control of controls()) expect(control.closest('[inert]')).toBeNull();
    expect(title()).toHaveValue(NEW_TITLE);
  });

  it('keeps its draft while uploads delay the save, and cannot be discarded then', async () => {
    const { user } = openForm(
      { 'GET /problems/:id': () => ({ problem: build() }), 'POST /file-upload': () => new Promise<object>(() => undefined) },
      '/post-problem?edit=p7',
    );
    await findTitle();
    rewrite(/^Title/, NEW_TITLE);
    await user.upload(files(), LOG);
    await submit(user);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Discard changes' })).toBeDisabled());
    expect(screen.getByRole('button', { name: 'Cancel the upload of trace.log' }).closest('[inert]')).toBeNull();
    expect(screen.getByRole('link', { name: 'Cancel' }).closest('[inert]')).toBeNull();
  });

  it('does not navigate when the save completes after leaving the page', async () => {
    let answer: (answer: object) => void = () => undefined;
    const { user, router } = openForm(
      {
        'GET /problems/:id': () => ({ problem: build() }),
        'PUT /problems/:id': () => new Promise<object>((resolve) => (answer = resolve)),
      },
      '/post-problem?edit=p7',
    );
    await findTitle();
    rewrite(/^Title/, NEW_TITLE);
    await submit(user);
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    await act(() => router.navigate('/toolbox'));
    await act(async () => answer({ problem: build() }));
    expect(await screen.findByText('Problem updated')).toBeVisible();
    expect(address()).toBe('/toolbox');
    expect(draft('p7')).toBeNull();
  });
});
