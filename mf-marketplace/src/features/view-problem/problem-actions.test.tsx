import { jest } from '@jest/globals';
import type { Bid, Problem } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { build, DIEGO, openProblem, side, title } from '../../testing/open-problem.tsx';

let opened: ReturnType<typeof openProblem> | undefined;

const bidOf = (overrides: Partial<Bid> = {}) =>
  buildBid({ _id: 'b1', problemId: 'p1', solver: { ...DIEGO, rating: null, ratingCount: 0 }, ...overrides });

const signIn = {
  seeker: () => signInAs({ _id: 'ada', role: 'seeker' }),
  poster: () => signInAs({ _id: 'mira', role: 'seeker' }),
  solver: () => signInAs({ _id: 'diego', role: 'solver' }),
};

/** The page as the server has the problem now: `change` says what happens to it meanwhile. */
async function open(problem: Partial<Problem>, routes = {}) {
  let now = build(problem);
  opened = openProblem({ answer: () => ({ problem: now }), routes });
  await title();
  return { ...opened, change: (changed: Partial<Problem>) => (now = { ...now, ...changed }) };
}

/** What can be pressed or followed, links first. */
const controls = (part: HTMLElement) =>
  [...within(part).queryAllByRole('link'), ...within(part).queryAllByRole('button')].map((element) => element.textContent);
const actions = () =>
  controls(screen.getByRole('complementary', { name: 'Budget and bids' })).filter(
    (name) => !['Save', 'Share', 'Report'].includes(name),
  );
const managed = () => {
  const group = screen.queryByRole('group', { name: 'Manage problem' });
  return group ? controls(group) : [];
};
const dialog = (name: string) => screen.findByRole('dialog', { name });
const status = () => screen.getByText(/^(Open|In progress|Solved|Closed)$/).textContent;

beforeEach(() => {
  clearSession();
  localStorage.clear();
});
afterEach(() => opened?.api.restore());

const PENDING = { myBid: bidOf() };
const ACCEPTED = { acceptedBid: bidOf({ status: 'accepted' }) };
const IN_PROGRESS = { status: 'in-progress', bidCount: 2, ...ACCEPTED } as const;

describe('the one right action and what else can be done', () => {
  it.each<[string, keyof typeof signIn | null, Partial<Problem>, string[], string[]]>([
    ['signed out', null, {}, ['Sign in to bid'], []],
    ['signed out, of a closed problem', null, { status: 'closed' }, [], []],
    ['a seeker', 'seeker', {}, ['Become a solver to bid'], []],
    ['a seeker, of a closed problem', 'seeker', { status: 'closed' }, [], []],
    ['a solver', 'solver', {}, ['Place bid'], []],
    ['a solver with a pending bid', 'solver', PENDING, ['Edit bid'], []],
    ['a solver whose bid was rejected', 'solver', { myBid: bidOf({ status: 'rejected' }) }, ['Place bid'], []],
    ['a solver, of a closed problem', 'solver', { status: 'closed' }, [], []],
    ['another solver, of one in progress', 'solver', { status: 'in-progress' }, [], []],
    ['the accepted solver', 'solver', { status: 'in-progress', ...ACCEPTED }, ['Message Mira Chen'], ['Part ways']],
    ['the poster, without bids', 'poster', {}, [], ['Edit', 'Close problem']],
    ['the poster, with bids', 'poster', { bidCount: 2 }, ['Review bids'], ['Edit', 'Close problem']],
    ['the poster, in progress', 'poster', IN_PROGRESS, ['Message Diego Fuentes', 'Mark solved'], ['Part ways']],
    ['the poster of a solved one', 'poster', { ...IN_PROGRESS, status: 'solved' }, ['Message Diego Fuentes'], []],
    ['the poster of a closed one', 'poster', { status: 'closed', bidCount: 2 }, [], ['Reopen']],
  ])('for %s', async (_who, person, problem, main, others) => {
    if (person) signIn[person]();
    await open(problem);
    expect(actions()).toEqual(main);
    expect(managed()).toEqual(others);
  });

  it('leads the signed-out through the sign-in and back', async () => {
    const { user } = await open({});
    await user.click(side().getByRole('link', { name: 'Sign in to bid' }));
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"from":"/view-problems/p1"}');
  });

  it.each([
    ['poster', 'diego'],
    ['solver', 'mira'],
  ] as const)('leads the %s to a conversation with the other one', async (person, other) => {
    signIn[person]();
    await open(IN_PROGRESS);
    expect(side().getByRole('link', { name: /^Message/ })).toHaveAttribute('href', `/conversations?with=${other}&problem=p1`);
  });

  it('leads the poster to the form that edits', async () => {
    signIn.poster();
    await open({});
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/post-problem?edit=p1');
  });

  it('takes the poster to the bids', async () => {
    signIn.poster();
    const { user } = await open({ bidCount: 1 }, { 'GET /bids': () => ({ bids: [bidOf()], count: 1 }) });
    await screen.findByRole('region', { name: /^Bids/ });
    const bids = screen.getByRole('tablist', { name: 'Bids and questions' }).parentElement as HTMLElement;
    await user.click(screen.getByRole('tab', { name: /^Questions/ }));
    // jsdom lays nothing out.
    bids.scrollIntoView = jest.fn();
    await user.click(side().getByRole('button', { name: 'Review bids' }));
    expect(bids).toHaveFocus();
    expect(bids.scrollIntoView).toHaveBeenCalled();
    expect(screen.getByRole('tab', { name: 'Bids (1)' })).toHaveAttribute('aria-selected', 'true');
  });

  it('opens the bid to be placed, and the pending one to be changed', async () => {
    signIn.solver();
    const { user } = await open(PENDING, { 'GET /bids': () => ({ bids: [bidOf()], count: 1 }) });
    await user.click(side().getByRole('button', { name: 'Edit bid' }));
    expect(within(await dialog('Edit your bid')).getByRole('textbox', { name: 'Amount' })).toHaveValue('200');
  });
});

describe('a change of the state', () => {
  it('to solved is asked for once, and shown as the server has it', async () => {
    signIn.poster();
    const { user, sent, change } = await open(
      { status: 'in-progress', ...ACCEPTED },
      { 'PUT /problems/:id/status': () => change({ status: 'solved' }) },
    );
    await user.click(side().getByRole('button', { name: 'Mark solved' }));
    const asked = within(await dialog('Mark this problem solved?'));
    expect(asked.getByText(/The work of Diego Fuentes is done/)).toBeVisible();
    expect(sent('PUT')).toEqual([]);
    await user.click(asked.getByRole('button', { name: 'Mark solved' }));
    expect(await screen.findByText('Problem solved')).toBeVisible();
    expect(sent('PUT')).toMatchObject([{ path: '/problems/p1/status', body: { status: 'solved' } }]);
    expect(status()).toBe('Solved');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('is not made by who thinks better of it', async () => {
    signIn.poster();
    const { user, sent } = await open({});
    const button = screen.getByRole('button', { name: 'Close problem' });
    await user.click(button);
    await user.click(within(await dialog('Close this problem?')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(button).toHaveFocus());
    expect(sent('PUT')).toEqual([]);
  });

  it.each([
    ['Close problem', 'Close this problem?', 'poster', {}, 'closed', 'Closed'],
    ['Part ways', 'Part ways with Diego Fuentes?', 'poster', { status: 'in-progress', ...ACCEPTED }, 'open', 'Open'],
    ['Part ways', 'Part ways with Mira Chen?', 'solver', { status: 'in-progress', ...ACCEPTED }, 'open', 'Open'],
  ] as const)('by "%s" asks "%s" of the %s', async (button, question, person, problem, to, word) => {
    signIn[person]();
    const { user, sent, change } = await open(problem, {
      'PUT /problems/:id/status': () => change({ status: to, acceptedBid: null }),
    });
    await user.click(screen.getByRole('button', { name: button }));
    await user.click(within(await dialog(question)).getByRole('button', { name: button }));
    await waitFor(() => expect(status()).toBe(word));
    expect(sent('PUT')).toMatchObject([{ body: { status: to } }]);
  });

  it('back to open needs no question', async () => {
    signIn.poster();
    const { user, change } = await open({ status: 'closed' }, { 'PUT /problems/:id/status': () => change({ status: 'open' }) });
    await user.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByText('Problem reopened')).toBeVisible();
    expect(managed()).toEqual(['Edit', 'Close problem']);
  });

  it('that came too late says what happened and shows it', async () => {
    signIn.poster();
    const text = 'This problem is in progress: only open problems can be closed.';
    const { user, change } = await open({}, { 'PUT /problems/:id/status': () => refuse('invalid_transition', text) });
    change({ status: 'in-progress', ...ACCEPTED });
    await user.click(screen.getByRole('button', { name: 'Close problem' }));
    await user.click(within(await dialog('Close this problem?')).getByRole('button', { name: 'Close problem' }));
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(status()).toBe('In progress'));
    expect(actions()).toEqual(['Message Diego Fuentes', 'Mark solved']);
  });

  it.each([
    ['did not reach the server', NETWORK_FAILURE, 'The problem could not be changed. Please try again.'],
    [
      'came too often',
      refuse('rate_limited', 'Too many tries. Please wait 12 minutes and try again.'),
      'Too many tries. Please wait 12 minutes and try again.',
    ],
  ])('that %s changes nothing', async (_what, failure, said) => {
    signIn.poster();
    const { user } = await open({ status: 'closed' }, { 'PUT /problems/:id/status': () => failure });
    await user.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByText(said)).toBeVisible();
    expect(status()).toBe('Closed');
    expect(managed()).toEqual(['Reopen']);
  });
});

describe('Report', () => {
  const REPORTS = 'POST /problems/:id/reports';
  async function report(answer: () => object) {
    signIn.seeker();
    const view = await open({}, { [REPORTS]: answer });
    await view.user.click(side().getByRole('button', { name: 'Report' }));
    return { ...view, form: within(await dialog('Report this problem')) };
  }

  it('sends reason and description, and thanks', async () => {
    const { user, form, sent } = await report(() => ({}));
    await user.selectOptions(form.getByLabelText(/Reason/), 'Spam or advertising');
    await user.type(form.getByLabelText('Description'), 'The same text four times.');
    await user.click(form.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Thank you. We will look at this problem.')).toBeVisible();
    expect(sent('POST')).toMatchObject([
      { path: '/problems/p1/reports', body: { reason: 'spam', description: 'The same text four times.' } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('wants a reason', async () => {
    const { user, form, sent } = await report(() => ({}));
    await user.click(form.getByRole('button', { name: 'Send report' }));
    await waitFor(() => expect(form.getByLabelText(/Reason/)).toHaveAccessibleErrorMessage('Choose a reason'));
    await waitFor(() => expect(form.getByLabelText(/Reason/)).toHaveFocus());
    expect(sent('POST')).toEqual([]);
  });

  it('keeps what was typed when it cannot be sent', async () => {
    const { user, form } = await report(() => NETWORK_FAILURE);
    await user.selectOptions(form.getByLabelText(/Reason/), 'Something else');
    await user.type(form.getByLabelText('Description'), 'Look at the links.');
    await user.click(form.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('The report could not be sent. Please try again.')).toBeVisible();
    expect(form.getByLabelText('Description')).toHaveValue('Look at the links.');
  });

  it('is for others than the poster; who is signed out signs in first', async () => {
    signIn.poster();
    const { unmount } = await open({});
    expect(side().queryByRole('button', { name: 'Report' })).not.toBeInTheDocument();
    unmount();
    clearSession();
    await open({});
    expect(side().getByRole('link', { name: 'Report' })).toHaveAttribute('href', '/signin');
  });
});
