import { CATEGORIES } from '@solvent/contracts';
import { clearSession, onPageRequest, readKey } from '@solvent/store';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { draftKey } from './problem-draft.ts';
import { Component } from './post-problem-page.tsx';

const TITLE = 'Websocket reconnects drop messages';
const BODY = 'After a reconnect the client misses what was sent meanwhile.';
const WAIT = 'Too many tries. Please wait 12 minutes and try again.';
const problem = buildProblem({ _id: 'p9', title: TITLE });

let api: ReturnType<typeof fakeApi>;
function open(answer: () => object = () => ({ problem })) {
  api = fakeApi({ 'POST /problems': answer, 'GET /problems/similar': () => ({ problems: [] }) });
  return renderScreen(<Component />, { at: '/post-problem' });
}
const posts = () => api.requests.filter(({ method }) => method === 'POST');
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const title = () => field(/^Title/);
const description = () => field(/^Description/);
const budget = () => field(/^Budget/);
const tags = () => screen.getByRole('combobox', { name: /^Tags/ });
const category = () => screen.getByRole('combobox', { name: /^Category/ });
const post = () => screen.getByRole('button', { name: 'Post Problem' });
const address = () => screen.getByLabelText('Address');

type User = ReturnType<typeof open>['user'];
const rewrite = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
async function fillIn(user: User) {
  rewrite(title(), TITLE);
  rewrite(description(), BODY);
  await user.type(tags(), 'React{Enter}');
  await user.selectOptions(category(), CATEGORIES.backend);
  rewrite(budget(), '250');
}

afterEach(() => {
  api.restore();
  clearSession();
  window.localStorage.clear();
});

describe('posting a problem as a solver (product 2.7)', () => {
  it('is not possible: the notice offers the switch, and the form comes with it', async () => {
    signInAs({ role: 'solver' });
    const { user } = open();
    const asked: string[] = [];
    const stop = onPageRequest(() => asked.push('switch'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Posting a problem requires a seeker account');
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Switch to a seeker account' }));
    expect(asked).toEqual(['switch']);
    stop();
    act(() => void signInAs({ role: 'seeker' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Post a Problem' })).toBeVisible();
    expect(title()).toBeVisible();
  });
});

describe('posting a problem as a seeker', () => {
  let userId: string;
  beforeEach(() => {
    userId = signInAs()._id;
  });
  const draft = () => readKey(draftKey(userId));

  it('sends what was filled in, once, says so and goes to the problem', async () => {
    const { user, queryClient } = open();
    queryClient.setQueryData(['problems', 'list'], []);
    await fillIn(user);
    await user.click(post());
    await waitFor(() => expect(address()).toHaveTextContent('/view-problems/p9'));
    expect(await screen.findByText('Problem posted')).toBeVisible();
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.body).toEqual({
      title: TITLE,
      body: BODY,
      category: 'backend',
      tags: ['React'],
      budget: 250,
      attachments: [],
    });
    expect(posts()[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(queryClient.getQueryState(['problems', 'list'])?.isInvalidated).toBe(true);
    expect(draft()).toBeNull();
  });

  it('names everything that is missing, and leads to the first; the template alone is no description', async () => {
    const { user } = open();
    await user.click(post());
    for (const text of [
      'Title is required',
      'Description is required',
      'Please choose a category',
      'Add at least one tag',
      'Budget is required',
    ])
      expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(title()).toHaveFocus());
    expect(posts()).toEqual([]);
  });

  it.each<[text: string, element: () => HTMLElement, value: string]>([
    ['Title must be at least 10 characters', title, 'Too short'],
    ['Title cannot exceed 120 characters', title, 'x'.repeat(121)],
    ['Description must be at least 30 characters', description, 'It breaks.'],
    ['Description cannot exceed 10,000 characters', description, 'x'.repeat(10_001)],
    ['Budget must be a number', budget, 'a lot'],
    ['Budget must be a whole number of dollars', budget, '12.5'],
    ['Budget must be at least $1', budget, '0'],
    ['Budget cannot exceed $10,000', budget, '10001'],
  ])('says "%s" under its field', async (text, element, value) => {
    open();
    rewrite(element(), value);
    fireEvent.blur(element());
    await waitFor(() => expect(element()).toHaveAccessibleErrorMessage(text));
  });

  it('says under the tags that one is too long', async () => {
    const { user } = open();
    await user.type(tags(), `${'x'.repeat(31)}{Enter}`);
    fireEvent.blur(tags());
    expect(await screen.findByText('A tag cannot exceed 30 characters')).toBeVisible();
  });

  it('takes a budget as people paste it', async () => {
    const { user } = open();
    await user.click(budget());
    await user.paste('$1,200');
    expect(budget()).toHaveValue('1200');
  });

  it('offers every category', () => {
    open();
    const offered = within(category())
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(offered).toEqual(['Choose a category', ...Object.values(CATEGORIES)]);
  });

  it('previews the description as readers will see it', async () => {
    const { user } = open();
    rewrite(description(), '# The fault\n\nIt **breaks**.');
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    const preview = screen.getByRole('tabpanel', { name: 'Preview' });
    expect(await within(preview).findByRole('heading', { level: 2, name: 'The fault' })).toBeVisible();
    expect(within(preview).getByText('breaks')).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'Write', selected: true })).toHaveFocus();
    expect(screen.queryByRole('tabpanel', { name: 'Preview' })).not.toBeInTheDocument();
  });

  it('leads out of the preview to a description that is wrong', async () => {
    const { user } = open();
    await fillIn(user);
    rewrite(description(), 'Short.');
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    await user.click(post());
    await waitFor(() => expect(description()).toHaveFocus());
    expect(screen.getByRole('tab', { name: 'Write' })).toHaveAttribute('aria-selected', 'true');
  });

  it('keeps a draft on the device that survives a reload, and says so', async () => {
    const first = open();
    expect(screen.queryByText('Draft kept on this device')).not.toBeInTheDocument();
    await fillIn(first.user);
    expect(screen.getByText('Draft kept on this device')).toBeVisible();
    first.unmount();
    api.restore();
    open();
    expect(title()).toHaveValue(TITLE);
    expect(description()).toHaveValue(BODY);
    expect(screen.getByRole('button', { name: 'Remove React' })).toBeVisible();
    expect(category()).toHaveValue('backend');
    expect(budget()).toHaveValue('250');
  });

  it.each([
    ['the network', NETWORK_FAILURE, 'Failed to post the problem'],
    ['a limit', refuse('rate_limited', WAIT), WAIT],
  ])('keeps everything when it fails, and the second try is the same one to the server (%s)', async (_what, failure, said) => {
    let broken = true;
    const { user } = open(() => (broken ? failure : { problem }));
    await fillIn(user);
    await user.click(post());
    expect(await screen.findByText(said)).toBeVisible();
    expect(title()).toHaveValue(TITLE);
    expect(draft()).toContain(TITLE);
    broken = false;
    await user.click(post());
    await waitFor(() => expect(address()).toHaveTextContent('/view-problems/p9'));
    const keys = posts().map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('is another problem once the draft was posted in another tab', async () => {
    const { user } = open(() => NETWORK_FAILURE);
    await fillIn(user);
    await user.click(post());
    await screen.findByText('Failed to post the problem');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: draftKey(userId), newValue: null })));
    await user.click(post());
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts()[0]?.headers['Idempotency-Key']).not.toBe(posts()[1]?.headers['Idempotency-Key']);
  });

  it("shows the server's sentence, and its words under a field", async () => {
    const { user } = open(() => refuse('invalid', 'Please check the form.', { title: 'This title is taken' }));
    await fillIn(user);
    await user.click(post());
    expect(await screen.findByText('Please check the form.')).toBeVisible();
    expect(await screen.findByText('This title is taken')).toBeVisible();
    await waitFor(() => expect(title()).toHaveFocus());
    expect(address()).toHaveTextContent('/post-problem');
  });

  it('sends with Ctrl+Enter', async () => {
    const { user } = open();
    await fillIn(user);
    await user.click(title());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(address()).toHaveTextContent('/view-problems/p9'));
  });
});
