import { jest } from '@jest/globals';
import type { BidFacts } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, buildProblemDetail, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { problemBidsKey } from '../api/bids.ts';
import type { BidWithFacts } from './bid-order.ts';
import { BidsForPoster } from './bids-for-poster.tsx';

const problem = buildProblemDetail({ _id: 'p1', budget: 250 });
const FACTS: BidFacts = { shortlisted: false, solvedCount: 0, matchingAreas: [], replyMinutes: null };
const build = (name: string, overrides: Partial<BidWithFacts> = {}, rating: number | null = null): BidWithFacts => ({
  ...buildBid({
    _id: name.toLowerCase(),
    problemId: 'p1',
    solver: { _id: `u-${name.toLowerCase()}`, name, image: null, rating, ratingCount: rating === null ? 0 : 3 },
    ...overrides,
  }),
  facts: { ...FACTS, ...overrides.facts },
});
const known = { ...FACTS, solvedCount: 12, matchingAreas: ['React', 'Go'], replyMinutes: 125 };
const anna = build('Anna', { amount: 300, estimatedDays: 1, createdAt: '2026-11-20T10:00:00.000Z', facts: known }, 4.5);
const bert = build('Bert', { amount: 200, estimatedDays: 9, createdAt: '2026-11-21T10:00:00.000Z' });
const cleo = build('Cleo', { amount: 250, estimatedDays: 5, createdAt: '2026-11-22T10:00:00.000Z' }, 4.9);

let bids: BidWithFacts[];
let api: ReturnType<typeof fakeApi>;
function open(routes: Parameters<typeof fakeApi>[0] = {}, shown = problem) {
  api = fakeApi({ 'GET /bids': () => ({ bids, count: bids.length }), ...routes });
  return renderScreen(<BidsForPoster problem={shown} />);
}
const rows = async () => within(await screen.findByRole('list', { name: 'Bids' })).getAllByRole('listitem');
const names = async () => (await rows()).map((row) => within(row).getByRole('link', { name: /^[A-Z][a-z]+$/ }).textContent);
const findRow = async (name: string) => {
  const row = (await rows()).find((one) => within(one).queryByRole('link', { name }));
  if (!row) throw new Error(`There is no row of ${name}.`);
  return row;
};
const inRow = async (name: string, button: string) => within(await findRow(name)).getByRole('button', { name: button });
const compare = async (name: string) => within(await findRow(name)).getByRole('checkbox');
type User = ReturnType<typeof renderScreen>['user'];
async function choose(user: User, name: string, action: string) {
  await user.click(await inRow(name, `More for the bid of ${name}`));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}
const openRow = async (user: User, name: string) => user.click(await inRow(name, 'Details'));
const writes = () => api.requests.filter(({ method }) => method !== 'GET');
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const inDialog = async (button: string, name?: RegExp) =>
  within(await screen.findByRole('dialog', name ? { name } : {})).findByRole('button', { name: button });

beforeEach(() => {
  signInAs({ _id: 'mira', role: 'seeker' });
  bids = [anna, bert, cleo];
});
afterEach(() => {
  api.restore();
  clearSession();
});

it('a bid that needs a confirmation cannot be accepted, and shows why (product 4.11)', async () => {
  bids = [{ ...anna, unconfirmedSince: '2026-11-22T10:00:00.000Z' }, bert];
  const { user } = open();
  await openRow(user, 'Anna');
  const accept = await inRow('Anna', 'Accept $300 bid');
  const reason = 'Anna has to confirm this bid first, because you changed the problem.';
  expect(accept).toHaveAccessibleDescription(`Anna ${reason}`);
  await user.click(accept);
  await waitFor(() => expect(screen.getAllByText(reason)).toHaveLength(2));
  expect([accept.ariaDisabled, (await inRow('Bert', 'Accept $200 bid')).ariaDisabled]).toEqual(['true', 'false']);
});

describe('the list of bids (product 2.20)', () => {
  it('shows each bid with bidder, price against the budget, days, facts and message (product 5.8), and sorts them', async () => {
    const { user } = open();
    expect(await names()).toEqual(['Cleo', 'Bert', 'Anna']);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Bids 3');
    expect(await findRow('Anna')).toHaveTextContent(/Anna.*4\.5 \(3\).*\$300.*1 day.*\$50 above budget/);
    expect(await findRow('Anna')).toHaveTextContent('12 solved · knows React, Go · usually replies in 2 hours');
    expect(await findRow('Anna')).toHaveTextContent(anna.message);
    expect(await findRow('Bert')).toHaveTextContent(/Bert.*Not rated yet.*\$200.*9 days.*\$50 under budget/);
    expect(screen.getByRole('link', { name: 'Anna' })).toHaveAttribute('href', '/profile/u-anna');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Lowest price');
    expect(await names()).toEqual(['Bert', 'Cleo', 'Anna']);
  });

  it('opens the first bid, and others with the message as markdown, the files and Accept (product 2.53)', async () => {
    const file = { _id: 'f1', url: '/api/files/f1', name: 'plan.pdf', size: 2048, mimeType: 'application/pdf' };
    bids = [build('Anna', { message: 'I have **stars**', files: [file] }), cleo];
    const { user } = open();
    expect(await inRow('Cleo', 'Accept $250 bid')).toBeVisible();
    const details = await inRow('Anna', 'Details, 1 file');
    expect(within(await findRow('Anna')).queryByRole('button', { name: /^Accept/ })).not.toBeInTheDocument();
    expect(details).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('link', { name: /plan\.pdf/ })).not.toBeInTheDocument();
    await user.click(details);
    expect(details).toHaveAttribute('aria-expanded', 'true');
    expect(await screen.findByText('stars')).toContainHTML('<strong>stars</strong>');
    expect(screen.getByRole('link', { name: /plan\.pdf/ })).toHaveAttribute('href', '/api/files/f1');
  });

  it('links to a conversation with each bidder except a deleted one, and offers no decision unless the problem is open', async () => {
    const deleted = { ...anna.solver, name: 'Deleted user' };
    bids = [
      { ...anna, solver: deleted },
      { ...bert, status: 'rejected', updatedAt: new Date(Date.now() - 2 * 3_600_000).toISOString() },
      { ...cleo, status: 'accepted' },
    ];
    open({}, { ...problem, status: 'in-progress' });
    const [first] = await rows();
    expect(first).toHaveTextContent(/Cleo.*Accepted/);
    expect(await findRow('Bert')).toHaveTextContent('Rejected2h ago');
    const messages = screen.getAllByRole('link', { name: /^Message / });
    expect(messages.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Message Cleo', '/conversations?with=u-cleo&problem=p1'],
      ['Message Bert', '/conversations?with=u-bert&problem=p1'],
    ]);
    expect(screen.queryByRole('button', { name: /^(Accept|Reject|Shortlist|Compare|More for)/ })).not.toBeInTheDocument();
  });

  it('retries after a failure, and shows that there are no bids', async () => {
    const answers: object[] = [refuse('internal', 'No')];
    const { user } = open({ 'GET /bids': () => answers.shift() ?? { bids: [], count: 0 } });
    expect(await screen.findByText('The bids could not be loaded')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No bids yet')).toBeVisible();
  });

  it('shortlists at once, undoes it after a failure, and filters by the shortlist', async () => {
    const answers: object[] = [NETWORK_FAILURE];
    const { user } = open({ 'PUT /bids/:id/shortlist': () => answers.shift() ?? { bid: bert } });
    await choose(user, 'Bert', 'Shortlist');
    expect(await screen.findByText('The shortlist could not be changed. Please try again.')).toBeVisible();
    expect(await findRow('Bert')).not.toHaveTextContent('On the shortlist');
    await choose(user, 'Bert', 'Shortlist');
    expect(await findRow('Bert')).toHaveTextContent('On the shortlist');
    await waitFor(() => expect(writes()).toHaveLength(2));
    expect(writes()[1]).toMatchObject({ path: '/bids/bert/shortlist', body: { shortlisted: true } });
    await user.click(screen.getByRole('button', { name: 'On the shortlist (1)' }));
    expect(await names()).toEqual(['Bert']);
    await choose(user, 'Bert', 'Remove from shortlist');
    expect(await screen.findByText('The shortlist is empty')).toBeVisible();
    await waitFor(() => expect(writes()).toHaveLength(3));
  });

  it('renders 30 bids, more while the end is near, and 30 again in another order (product 2.53)', async () => {
    let rowsInView = 31;
    const observer = jest.spyOn(globalThis, 'IntersectionObserver').mockImplementation((callback) => {
      const isIntersecting = () => document.querySelectorAll('li').length < rowsInView;
      const observe = () =>
        callback([{ isIntersecting: isIntersecting() } as IntersectionObserverEntry], {} as IntersectionObserver);
      return { observe, disconnect: () => undefined } as unknown as IntersectionObserver;
    });
    bids = Array.from({ length: 31 }, (_, index) => build(`Solver${index}`, { amount: index + 1, message: '' }));
    const { user } = open();
    await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(31));
    rowsInView = 0;
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Lowest price');
    expect(document.querySelectorAll('li')).toHaveLength(30);
    observer.mockRestore();
  });
});

describe('deciding about a bid (product 4.11)', () => {
  it('accepts after a confirmation, and shows it only once the server has it', async () => {
    let answer: () => void = () => undefined;
    const { facts: _facts, ...accepted } = { ...anna, status: 'accepted' as const };
    let loads = 0;
    const { user } = open({
      'GET /bids': () => ((loads += 1) === 1 ? { bids, count: 3 } : new Promise<object>(() => {})),
      'PUT /bids/:id/accept': () => new Promise<object>((resolve) => (answer = () => resolve({ bid: accepted }))),
    });
    await openRow(user, 'Anna');
    const accept = await inRow('Anna', 'Accept $300 bid');
    expect(accept).toHaveAccessibleDescription('Anna');
    await user.click(accept);
    const dialog = await screen.findByRole('dialog', { name: /^Hire Anna for \$300, due [A-Z][a-z]+ \d+\?$/ });
    expect(dialog).toHaveTextContent('The other 2 bids are declined. You pay Anna directly; Solvent does not hold money.');
    expect(writes()).toEqual([]);
    await user.click(await inDialog('Accept $300 bid'));
    expect(await inDialog('Accepting…')).toBeDisabled();
    expect(screen.queryByText('Accepted')).not.toBeInTheDocument();
    answer();
    expect(await screen.findByText('Bid accepted')).toBeVisible();
    await expectClosed();
    expect(writes()).toMatchObject([{ method: 'PUT', path: '/bids/anna/accept', body: { amount: 300, estimatedDays: 1 } }]);
    expect((await rows())[0]).toHaveTextContent(/Anna.*12 solved.*Accepted/);
    expect(loads).toBe(2);
  });

  it('keeps the dialog after a network failure, and closes it on a conflict with the current state (product 2.51)', async () => {
    let isOffline = true;
    const { user } = open({
      'PUT /bids/:id/accept': () => {
        if (isOffline) return NETWORK_FAILURE;
        bids = [{ ...anna, status: 'withdrawn' }, bert];
        return refuse('conflict', 'This bid was withdrawn.');
      },
    });
    await openRow(user, 'Anna');
    await user.click(await inRow('Anna', 'Accept $300 bid'));
    await user.click(await inDialog('Cancel'));
    await expectClosed();
    expect(writes()).toEqual([]);
    await waitFor(async () => expect(await inRow('Anna', 'Accept $300 bid')).toHaveFocus());
    await user.click(await inRow('Anna', 'Accept $300 bid'));
    await user.click(await inDialog('Accept $300 bid'));
    expect(await screen.findByText('Failed to accept the bid')).toBeVisible();
    isOffline = false;
    await user.click(await inDialog('Accept $300 bid'));
    expect(await screen.findByText('This bid was withdrawn.')).toBeVisible();
    await expectClosed();
    expect(await screen.findByText('Withdrawn')).toBeVisible();
  });

  it('rejects with a reason, which a failure keeps, or without one', async () => {
    let isOffline = true;
    const { user } = open({
      'PUT /bids/:id/reject': ({ path, body }) => {
        if (isOffline) return NETWORK_FAILURE;
        const { reason = null } = body as { reason?: string };
        const bid = bids.find(({ _id }) => path.includes(_id)) ?? anna;
        const rejected = { ...bid, status: 'rejected' as const, reason };
        bids = bids.map((one) => (one === bid ? rejected : one));
        return { bid: rejected };
      },
    });
    await choose(user, 'Cleo', 'Reject');
    await user.type(await screen.findByRole('textbox', { name: 'Reason (optional)' }), 'Too expensive.');
    await user.click(await inDialog('Reject'));
    expect(await screen.findByText('Failed to reject the bid')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('Too expensive.');
    isOffline = false;
    await user.click(await inDialog('Reject'));
    expect(await screen.findByText('Bid rejected')).toBeVisible();
    await expectClosed();
    expect(await names()).toEqual(['Bert', 'Anna', 'Cleo']);
    expect(await findRow('Cleo')).toHaveTextContent(/Too expensive\..*Rejected/);
    await waitFor(async () => expect((await findRow('Cleo')).firstChild).toHaveFocus());
    await choose(user, 'Bert', 'Reject');
    await user.click(await inDialog('Reject'));
    await expectClosed();
    expect(writes().map(({ body }) => body)).toEqual([{ reason: 'Too expensive.' }, { reason: 'Too expensive.' }, {}]);
  });
});

describe('comparing bids (product 2.20)', () => {
  it('compares two to four bids', async () => {
    bids = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil'].map((name) => build(name));
    const { user } = open();
    await user.click(await compare('Anna'));
    expect(screen.getByRole('button', { name: 'Choose one more' })).toBeDisabled();
    for (const name of ['Bert', 'Cleo', 'Dora']) await user.click(await compare(name));
    expect(await compare('Emil')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Compare 4 bids' })).toBeEnabled();
  });

  it('shows bids side by side (product 10.23), announces what changes meanwhile, and accepts from a column', async () => {
    const conflict = 'This bid was changed meanwhile: it is $900 in 5 days now. Accept it if that is fine, too.';
    let answer: () => object = () => {
      bids = bids.map((bid) => (bid._id === 'cleo' ? { ...bid, amount: 900, updatedAt: '2026-11-24T11:00:00.000Z' } : bid));
      return refuse('conflict', conflict);
    };
    const { user, queryClient } = open({ 'PUT /bids/:id/accept': () => answer() });
    for (const name of ['Anna', 'Bert', 'Cleo']) await user.click(await compare(name));
    await user.click(screen.getByRole('button', { name: 'Compare 3 bids' }));
    const table = within(await screen.findByRole('dialog', { name: 'Compare 3 bids' }));
    const cells = (name: string) =>
      within(table.getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['Bidder', 'AAnnaAccept', 'BBertAccept', 'CCleoAccept']);
    expect(cells('Amount')).toEqual(['$300$50 above budget', '$200$50 under budget', '$250at budget']);
    expect(cells('Days')).toEqual(['1 day', '9 days', '5 days']);
    expect(cells('Rating')).toEqual(['Rated4.5 (3)', 'Not rated yet', 'Rated4.9 (3)']);
    expect(cells('Replies')).toEqual(['In 2 hours', 'Not known yet', 'Not known yet']);

    bids = [{ ...anna, amount: 220, updatedAt: '2026-11-24T10:00:00.000Z' }, { ...bert, status: 'withdrawn' }, cleo];
    void queryClient.invalidateQueries({ queryKey: problemBidsKey('p1') });
    expect(await table.findByText('Anna changed the bid to $220 in 1 day.')).toBeVisible();
    expect(table.getByRole('status')).toHaveTextContent('The bid of Bert was withdrawn.');
    expect(cells('Amount')[0]).toBe('$220$30 under budget');

    const [, ofCleo] = table.getAllByRole('button', { name: 'Accept' });
    expect(ofCleo).toHaveAccessibleDescription('Cleo');
    await user.click(ofCleo as HTMLElement);
    await user.click(await inDialog('Accept $250 bid', /^Hire Cleo for \$250, due /));
    expect(await screen.findByText(conflict)).toBeVisible();
    expect(await table.findByText('Cleo changed the bid to $900 in 5 days.')).toBeVisible();

    answer = () => ({ bid: { ...cleo, amount: 900, status: 'accepted' } });
    await user.click(table.getAllByRole('button', { name: 'Accept' })[1] as HTMLElement);
    await user.click(await inDialog('Accept $900 bid', /^Hire Cleo for \$900, due /));
    expect(await screen.findByText('Bid accepted')).toBeVisible();
    await expectClosed();
  });
});
