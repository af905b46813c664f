import { jest } from '@jest/globals';
import type { Invitation, Problem, SuggestedSolver } from '@solvent/contracts';
import { clearSession, savePendingAction } from '@solvent/store';
import { buildAgreement, buildBid, signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { readSeenProblems } from '../../problem/seen-problems.ts';
import { buildProblem, DIEGO, findTitle, MIRA, openPage, openSections, getSideCard } from '../../testing/open-problem.tsx';
import { Component as AllProblems } from './all-problems-page.tsx';

await import('./similar-card.tsx');

let opened: ReturnType<typeof openPage> | undefined;
async function open(problem: Partial<Problem>, routes: Parameters<typeof openPage>[1] = {}, show = openPage) {
  let now = buildProblem(problem);
  opened = show(() => ({ problem: now }), routes);
  await findTitle();
  return { ...opened, change: (changed: Partial<Problem>) => (now = { ...now, ...changed }) };
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const status = () => screen.getByText(/^(Open|In progress|Solved|Closed)$/).textContent;
const expectStatus = (word: string) => waitFor(() => expect(status()).toBe(word));
const manage = (name: string) => within(screen.getByRole('group', { name: 'Manage problem' })).getByRole('button', { name });

afterEach(() => {
  opened?.api.restore();
  opened = undefined;
  clearSession();
  localStorage.clear();
});

describe('a problem (product 2.19)', () => {
  it('shows a visitor the problem, its facts, its poster’s record and similar ones, and adds it to the recently seen ones (product 2.57, 4.30)', async () => {
    const tags = ['React', 'AWS', 'Docker', 'GraphQL', 'Ruby'];
    const posterRating = { rating: 4.5, ratingCount: 2 };
    const parts = {
      status: 'open',
      category: 'devops',
      tags,
      posterRating,
      createdAt: ago(0),
      bidCount: 1,
      budget: 1250,
      posterRecord: { memberSince: '2026-03-04T10:00:00.000Z', problemsPosted: 12, hired: 0, replyMinutes: 125 },
    } as const;
    const listed = { title: 'Sockets drop messages', status: 'solved', bidCount: 2 };
    const found = { problems: ['p1', 'p2'].map((_id) => ({ ...listed, _id })) };
    const { api, sent, user } = await open(parts, { 'GET /problems/similar': () => found });
    expect(document.title).toBe('Websocket reconnects drop messages · Solvent');
    for (const text of ['Open', 'DevOps & Deployment', '1,204 views']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText('4.5 (2)', { exact: false })).toBeVisible();
    expect(screen.getAllByText('Just now')[0]).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Mira Chen' })[0]).toHaveAttribute('href', '/profile/mira');
    const shownTags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(shownTags.map((tag) => tag.textContent)).toEqual(tags);
    expect(await screen.findByRole('heading', { level: 3, name: 'What happens' })).toBeVisible();
    for (const text of ['1 Bid', '$1,250']) expect(getSideCard().getByText(text)).toBeVisible();
    const record = within(screen.getByRole('region', { name: 'About Mira Chen' })).getAllByRole('definition');
    expect(record.map((fact) => fact.textContent)).toEqual(['March 2026', '12 problems', 'No one yet', 'in 2 hours']);
    expect(screen.getByRole('link', { name: 'Back to problems' })).toHaveAttribute('href', '/problems');
    for (const name of ['Attachments', 'Ratings', 'Invite solvers', 'Agreement', 'Timeline'])
      expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
    expect(readSeenProblems()).toEqual([{ _id: 'p1', title: 'Websocket reconnects drop messages' }]);

    const similar = within(await screen.findByRole('region', { name: 'Similar problems' }));
    expect(similar.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/view-problems/p2']);

    const written = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(getSideCard().getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(written).toHaveBeenCalledTimes(1);
    expect(getSideCard().getByRole('link', { name: 'Report' })).toHaveAttribute('href', '/signin');
    await user.click(getSideCard().getByRole('link', { name: 'Sign in to bid' }));
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
    expect(screen.getByLabelText('Route state')).toHaveTextContent(
      '{"from":"/view-problems/p1","purpose":"bid on \\"Websocket reconnects drop messages\\"","action":{"kind":"bid","id":"p1"}}',
    );
    const paths = ['/problems/p1', '/problems/p1/comments', '/problems/similar'];
    expect(
      sent('GET')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(paths);
    expect(api.requests).toHaveLength(3);
  });

  it('shows why it was taken down, without actions that need others to see it (product 6.10)', async () => {
    await open({ takenDown: { reason: 'It names a private person.', at: '2026-11-20T10:00:00.000Z' } });
    expect(screen.getByText('It names a private person.')).toBeVisible();
    for (const name of ['Share', 'Save']) expect(getSideCard().queryByRole('button', { name })).not.toBeInTheDocument();
  });

  it('has defaults for fields that the response omits (product 3.6)', async () => {
    opened = openPage(() => ({ problem: { _id: 'p1', title: 'Websocket reconnects drop messages' } }));
    await findTitle();
    for (const text of ['Frontend Development', 'Open', 'Anonymous']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Anonymous' })).not.toBeInTheDocument();
    expect(getSideCard().getByText('0 Bids')).toBeVisible();
  });

  it('retries after a failure; removes a missing problem from the recently seen ones', async () => {
    localStorage.setItem('solvent.seen.visitor', '[{"_id":"p1","title":"Seen before"}]');
    const answers = [refuse('internal', 'No')];
    const { user } = (opened = openPage(() => answers.shift() ?? refuse('not_found', 'This problem does not exist.')));
    expect(await screen.findByRole('heading', { level: 1, name: 'The problem could not be loaded' })).toBeVisible();
    expect(readSeenProblems()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Problem not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(readSeenProblems()).toEqual([]);
  });

  it('redirects to the list without an id', () => {
    renderScreen(<AllProblems />, { at: '/view-problems' });
    expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/problems$/);
  });
});

it('lets a seeker report the problem, and saves one that was saved before signing in (product 2.19, 3.16)', async () => {
  savePendingAction('save-problem', 'p1');
  signInAs({ _id: 'ada', role: 'seeker' });
  let isOffline = true;
  const { user, sent } = await open(
    {},
    { 'PUT /problems/:id/save': () => ({}), 'POST /problems/:id/reports': () => (isOffline ? NETWORK_FAILURE : {}) },
  );
  expect(await screen.findByText('Problem saved')).toBeInTheDocument();
  expect(getSideCard().getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');
  expect(getSideCard().getByRole('button', { name: 'Become a solver to bid' })).toBeVisible();
  await user.click(getSideCard().getByRole('button', { name: 'Report' }));
  const form = await findDialog('Report this problem');
  const send = () => user.click(form.getByRole('button', { name: 'Send report' }));
  await send();
  await waitFor(() => expect(form.getByLabelText(/Reason/)).toHaveAccessibleDescription('Choose a reason'));
  await waitFor(() => expect(form.getByLabelText(/Reason/)).toHaveFocus());
  expect(sent('POST')).toEqual([]);
  await user.selectOptions(form.getByLabelText(/Reason/), 'Spam or advertising');
  await user.type(form.getByLabelText('Description'), 'The same text four times.');
  await send();
  expect(await screen.findByText('The report could not be sent. Please try again.')).toBeVisible();
  isOffline = false;
  await send();
  expect(await screen.findByText('Thank you. We will look at this problem.')).toBeVisible();
  expect(sent('POST').at(-1)).toMatchObject({
    path: '/problems/p1/reports',
    body: { reason: 'spam', description: 'The same text four times.' },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

describe('the poster (product 2.19, 2.20)', () => {
  beforeEach(() => void signInAs({ _id: 'mira', role: 'seeker' }));

  it('has tabs with the bids first; Review bids focuses the bids (product 2.56, 10.23)', async () => {
    const { user } = await open({ bidCount: 1 }, { 'GET /bids': () => ({ bids: [buildBid({ problemId: 'p1' })], count: 1 }) });
    await screen.findByRole('region', { name: /^Bids/ });
    expect(screen.getByRole('tab', { name: 'Bids (1)', selected: true })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/post-problem?edit=p1');
    expect(getSideCard().queryByRole('button', { name: 'Report' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'What happens' })).not.toBeInTheDocument();
    const bids = document.querySelector('#bids') as HTMLElement;
    await user.click(screen.getByRole('tab', { name: 'Questions (0)' }));
    await user.click(screen.getByRole('tab', { name: 'Brief' }));
    expect(await screen.findByRole('heading', { name: 'What happens' })).toBeVisible();
    expect(screen.getByLabelText('Address')).toHaveTextContent('/view-problems/p1?tab=brief');
    // jsdom has no layout.
    bids.scrollIntoView = jest.fn();
    await user.click(getSideCard().getByRole('button', { name: 'Review bids' }));
    expect(bids).toHaveFocus();
    expect(bids.scrollIntoView).toHaveBeenCalled();
    expect(screen.getByRole('tab', { name: 'Bids (1)', selected: true })).toBeVisible();
  });

  it.each([
    ['/view-problems/p1?tab=bids', 'Work'],
    ['/view-problems/p1?tab=questions', 'Discussion'],
    ['/view-problems/p1#bids', 'Brief'],
    ['/view-problems/p1#%E0%A4%A', 'Work'],
  ])('opens %s of a problem that is under way at %s (product 2.56)', async (at, name) => {
    Element.prototype.scrollIntoView = jest.fn();
    const agreement = buildAgreement({ seeker: MIRA, solver: DIEGO });
    const acceptedBid = buildBid({ status: 'accepted', message: 'I have done this before.' });
    const parts: Partial<Problem> = { status: 'in-progress', bidCount: 1, agreement, acceptedBid };
    await open(parts, {}, (answer, routes) => openPage(answer, routes, at));
    const tabs = within(screen.getByRole('tablist', { name: 'Work, discussion and brief' }));
    expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Work', 'Discussion', 'Brief']);
    await waitFor(() => expect(tabs.getByRole('tab', { selected: true })).toHaveTextContent(name));
    const message = screen.getByText('I have done this before.');
    expect(screen.getByRole('tabpanel', { name }).contains(message)).toBe(name === 'Work');
  });

  it('closes the problem after a confirmation and reopens it without one; a failure changes nothing (product 4.10)', async () => {
    const refusals: object[] = [];
    const { user, sent, change } = await open(
      {},
      {
        'PUT /problems/:id/status': ({ body }) =>
          refusals.shift() ?? change({ status: (body as Pick<Problem, 'status'>).status }),
      },
      openSections,
    );
    const choose = async (button: string) => {
      await user.click(manage('Close problem'));
      await user.click((await findDialog('Close this problem?')).getByRole('button', { name: button }));
    };
    await choose('Cancel');
    await waitFor(() => expect(manage('Close problem')).toHaveFocus());
    expect(sent('PUT')).toEqual([]);
    await choose('Close problem');
    await expectStatus('Closed');
    expect(sent('PUT')).toMatchObject([{ path: '/problems/p1/status', body: { status: 'closed' } }]);
    refusals.push(NETWORK_FAILURE);
    await user.click(manage('Reopen'));
    expect(await screen.findByText('The problem could not be changed. Please try again.')).toBeVisible();
    expect(status()).toBe('Closed');
    await user.click(manage('Reopen'));
    expect(await screen.findByText('Problem reopened')).toBeVisible();
    await expectStatus('Open');
  });

  it('sees the current state after a conflict (product 2.51, 4.10)', async () => {
    const text = 'This problem is in progress: only open problems can be closed.';
    const { user, change } = await open(
      {},
      { 'PUT /problems/:id/status': () => refuse('invalid_transition', text) },
      openSections,
    );
    change({ status: 'in-progress', acceptedBid: buildBid({ status: 'accepted' }) });
    await user.click(manage('Close problem'));
    await user.click((await findDialog('Close this problem?')).getByRole('button', { name: 'Close problem' }));
    expect(await screen.findByText(text)).toBeVisible();
    await expectStatus('In progress');
    expect(getSideCard().getByRole('button', { name: 'Mark solved' })).toBeVisible();
    expect(manage('End agreement')).toBeVisible();
    const message = getSideCard().getByRole('link', { name: 'Message Diego Fuentes' });
    expect(message).toHaveAttribute('href', '/conversations?with=user-solver&problem=p1');
  });

  it('invites solvers, and sees who was invited or has bid (product 4.23)', async () => {
    const nina = { _id: 'nina', name: 'Nina Roth', image: null };
    const zoe = { _id: 'zoe', name: 'Zoe', image: null };
    const known = { solvedCount: 3, matchingAreas: ['React', 'Go'], replyMinutes: 120 };
    const solvers: SuggestedSolver[] = [DIEGO, nina].map((solver) => ({
      ...solver,
      ...known,
      headline: '',
      rating: 4.8,
      ratingCount: 12,
    }));
    const invitation: Invitation = { solver: zoe, state: 'bid', createdAt: ago(60) };
    const refusal = 'You have invited this solver already.';
    let isBroken = true;
    const { user, sent } = await open(
      {},
      {
        'GET /problems/:id/suggested-solvers': () => (isBroken ? refuse('internal', 'Something went wrong.') : { solvers }),
        'GET /problems/:id/invitations': () => ({ invitations: [invitation] }),
        'POST /problems/:id/invitations': () =>
          isBroken ? refuse('conflict', refusal) : { invitation: { ...invitation, solver: DIEGO, state: 'waiting' } },
      },
      openSections,
    );
    const card = within(await screen.findByRole('region', { name: 'Invite solvers' }));
    expect(await card.findByText('Solvers to invite could not be loaded.')).toBeVisible();
    isBroken = false;
    await user.click(card.getByRole('button', { name: 'Try again' }));
    const getRow = (name: string) => within(card.getByRole('link', { name }).closest('li') ?? document.body);
    expect(await card.findByRole('link', { name: 'Diego Fuentes' })).toHaveAttribute('href', '/profile/diego');
    expect(getRow('Diego Fuentes').getByText(/React, Go · 3 solved · replies in 2 hours/)).toBeVisible();
    expect(getRow('Zoe').getByText('Has bid')).toBeVisible();
    const invite = () => user.click(card.getByRole('button', { name: 'Invite Diego Fuentes' }));
    isBroken = true;
    await invite();
    expect(await screen.findByText(refusal)).toBeInTheDocument();
    await waitFor(() => expect(card.getByRole('button', { name: 'Invite Diego Fuentes' })).toBeEnabled());
    isBroken = false;
    await invite();
    expect(await getRow('Diego Fuentes').findByText('Invited')).toBeVisible();
    expect(await screen.findByText('Diego Fuentes was invited')).toBeInTheDocument();
    expect(sent('POST').at(-1)).toMatchObject({ path: '/problems/p1/invitations', body: { solverId: 'diego' } });
    expect(card.getByRole('button', { name: 'Invite Nina Roth' })).toBeEnabled();
  });
});
