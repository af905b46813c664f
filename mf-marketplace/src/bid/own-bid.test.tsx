import type { Bid } from '@solvent/contracts';
import { NO_CONNECTION } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { buildBid, buildProblemDetail, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { problemBidsKey } from '../api/bids.ts';
import { formatBudgetDifference } from './bid-status.tsx';
import { BidDialog } from './own-bid-actions.tsx';
import { Component as BidForSolver } from './own-bid.tsx';

const problem = buildProblemDetail({ _id: 'p1', budget: 250 });
const MESSAGE = 'I have fixed this very reconnect before, twice.';
const own = buildBid({ _id: 'b1', problemId: 'p1', amount: 200, estimatedDays: 3, message: MESSAGE });
const BIDS = problemBidsKey('p1');
const DETAIL = ['problems', 'detail', 'p1'];

let api: ReturnType<typeof fakeApi>;
beforeEach(() => void signInAs({ _id: 'tomas', role: 'solver' }));
afterEach(() => {
  api.restore();
  clearSession();
  window.localStorage.clear();
});

const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('the form of a bid (product 2.42, 5.8)', () => {
  function Sample({ bid }: { bid: Bid | undefined }) {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen ? <BidDialog problem={problem} bid={bid} onClose={() => setOpen(false)} /> : null}
      </>
    );
  }
  type Answer = () => object | Promise<object>;
  async function open(answer: Answer, bid?: Bid) {
    api = fakeApi({ 'POST /bids': answer, 'PUT /bids/:id': answer });
    const view = renderScreen(<Sample bid={bid} />);
    view.queryClient.setQueryData(BIDS, { bids: bid ? [bid] : [], count: 0 });
    view.queryClient.setQueryData(DETAIL, {});
    const show = async () => {
      await view.user.click(screen.getByRole('button', { name: 'Open' }));
      await screen.findByRole('dialog', { name: bid ? 'Edit your bid' : 'Bid on this problem' });
    };
    await show();
    const isStale = (key: readonly string[]) => view.queryClient.getQueryState(key)?.isInvalidated;
    return { ...view, show, isStale };
  }
  const field = (name: RegExp) => screen.getByRole('textbox', { name });
  const rewrite = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
  const submit = () => screen.getByRole('button', { name: /^(Place|Save) bid$/ });
  function fillIn() {
    rewrite(/^Amount/, '$200');
    rewrite(/^Days/, '3');
    rewrite(/^Message/, MESSAGE);
  }

  it('shows errors under the fields, then sends the bid once, shows it and drops the draft', async () => {
    let answer = () => undefined as void;
    const { user, show, queryClient, isStale } = await open(
      () => new Promise<object>((resolve) => (answer = () => resolve({ bid: own }))),
    );
    expect(screen.getByText('The budget is $250')).toBeVisible();
    rewrite(/^Amount/, '12.5');
    rewrite(/^Message/, 'Twelve chars');
    expect(await screen.findByText('12 of 2,000 characters, at least 30')).toBeVisible();
    await user.click(submit());
    await waitFor(() => expect(field(/^Amount/)).toHaveAccessibleDescription('Amount must be a whole number of dollars'));
    expect(field(/^Days/)).toHaveAccessibleDescription('Enter the number of days');
    expect(field(/^Message/)).toHaveAccessibleDescription('Message must be at least 30 characters');
    expect(field(/^Amount/)).toHaveFocus();
    expect(api.requests).toEqual([]);

    fillIn();
    expect(await screen.findByText('$50 under budget')).toBeVisible();
    expect(screen.getByText(`${MESSAGE.length} of 2,000 characters`)).toBeVisible();
    await user.click(submit());
    expect(await screen.findByRole('button', { name: 'Placing…' })).toBeDisabled();
    fireEvent.submit(field(/^Message/));
    answer();
    expect(await screen.findByText('Bid placed')).toBeVisible();
    await expectClosed();
    expect(api.requests.map(({ body }) => body)).toEqual([
      { problemId: 'p1', amount: 200, estimatedDays: 3, message: MESSAGE, attachments: [] },
    ]);
    expect(queryClient.getQueryData(BIDS)).toMatchObject({ bids: [{ amount: 200 }] });
    expect([isStale(BIDS), isStale(DETAIL)]).toEqual([true, true]);
    await show();
    expect(field(/^Message/)).toHaveValue('');
  });

  it('keeps what was typed through failures, and retries with the same idempotency key', async () => {
    const wait = 'Too many tries. Please wait 12 minutes and try again.';
    const fieldError = 'Message must not hold a phone number';
    const answers = [
      NETWORK_FAILURE,
      refuse('rate_limited', wait),
      refuse('invalid', 'Please check the fields.', { message: fieldError }),
    ];
    const { user } = await open(() => answers.shift() ?? { bid: own });
    fillIn();
    const failed = 'Failed to place the bid';
    for (const [toast, text] of [
      [failed, `${failed}. ${NO_CONNECTION}`],
      [wait, wait],
    ] as const) {
      await user.click(submit());
      const shown = await within(screen.getByRole('dialog')).findByText(text);
      expect(shown).toBeVisible();
      await waitFor(() => expect(screen.getAllByText(toast).filter((one) => one !== shown)).toHaveLength(1));
    }
    await user.click(submit());
    await waitFor(() => expect(field(/^Message/)).toHaveAccessibleDescription(fieldError));
    expect(field(/^Message/)).toHaveFocus();
    expect(screen.queryByText('Please check the fields.')).not.toBeInTheDocument();
    expect([field(/^Amount/), field(/^Message/)].map((one) => (one as HTMLInputElement).value)).toEqual(['200', MESSAGE]);
    await user.click(submit());
    await expectClosed();
    const keys = api.requests.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual(Array.from({ length: 4 }, () => keys[0]));
    expect(keys[0]).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
  });

  it('keeps the draft when it is closed by Cancel or by a conflict, which refetches the problem', async () => {
    const conflict = 'This problem is not open for bids any more.';
    const { user, show, isStale } = await open(() => refuse('conflict', conflict));
    fillIn();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await expectClosed();
    await show();
    expect(field(/^Amount/)).toHaveValue('200');
    await user.click(submit());
    expect(await screen.findByText(conflict)).toBeVisible();
    await expectClosed();
    expect(isStale(DETAIL)).toBe(true);
    await show();
    expect(field(/^Message/)).toHaveValue(MESSAGE);
  });

  it('edits a pending bid, and closes on a conflict', async () => {
    const changed = { ...own, amount: 220 };
    let answer: () => object = () => ({ bid: changed });
    const { user, queryClient, show } = await open(() => answer(), own);
    expect(field(/^Days/)).toHaveValue('3');
    expect(field(/^Message/)).toHaveValue(MESSAGE);
    rewrite(/^Amount/, '220');
    await user.click(submit());
    expect(await screen.findByText('Bid updated')).toBeVisible();
    await expectClosed();
    expect(api.requests).toMatchObject([{ path: '/bids/b1', body: { amount: 220, estimatedDays: 3, message: MESSAGE } }]);
    expect(queryClient.getQueryData(BIDS)).toMatchObject({ bids: [{ _id: 'b1', amount: 220 }] });
    answer = () => refuse('conflict', 'This bid was accepted.');
    await show();
    await user.click(submit());
    expect(await screen.findByText('This bid was accepted.')).toBeVisible();
    await expectClosed();
  });
});

it.each([
  [200, 250, '$50 under budget'],
  [250, 250, 'at budget'],
  [270, 250, '$20 above budget'],
  [1, 10_000, '$9,999 under budget'],
])('describes $%i against a budget of $%i as "%s" (product 5.8)', (amount, budget, text) => {
  expect(formatBudgetDifference(amount, budget)).toBe(text);
});

describe("a solver's own bid (product 2.20)", () => {
  function open(bids: () => Bid[], withdraw: () => object = () => ({ bid: own }), shown = problem) {
    api = fakeApi({ 'GET /bids': () => ({ bids: bids(), count: 1 }), 'PUT /bids/:id/withdraw': withdraw });
    return renderScreen(<BidForSolver problem={shown} />);
  }
  const heading = () => screen.findByRole('heading', { level: 2, name: 'Your bid' });
  const AGAIN = 'You can bid again while the problem is open.';

  it('shows the latest bid alone, and withdraws it after a confirmation (product 4.11)', async () => {
    const before = buildBid({ status: 'withdrawn', message: 'An earlier one.', createdAt: '2026-11-19T10:00:00.000Z' });
    let bid = own;
    const { user } = open(
      () => [before, bid],
      () => ({ bid: (bid = { ...own, status: 'withdrawn' }) }),
    );
    await heading();
    for (const text of ['$50 under budget', MESSAGE, 'Pending']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByText('An earlier one.')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(api.requests).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Bid withdrawn')).toBeVisible();
    expect(await screen.findByText('Withdrawn')).toBeVisible();
    expect(screen.getByText(AGAIN)).toBeVisible();
    expect(api.requests[1]).toMatchObject({ method: 'PUT', path: '/bids/b1/withdraw' });
    expect(api.requests[0]?.params).toEqual({ problemId: 'p1' });
  });

  it('refetches after a conflict on withdrawing', async () => {
    let bid: Bid = own;
    const { user } = open(
      () => [bid],
      () => {
        bid = { ...own, status: 'accepted' };
        return refuse('conflict', 'This bid was accepted.');
      },
    );
    await heading();
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('This bid was accepted.')).toBeVisible();
    expect(await screen.findByText('Accepted')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  });

  it('is confirmed after comparing the changed problem (product 4.11)', async () => {
    const [since, later] = ['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z'];
    let bid: Bid = { ...own, unconfirmedSince: since };
    const text = { title: 'Reconnects drop messages', body: 'Old words.', category: 'backend', tags: ['Go'] };
    const after = { ...text, title: 'Build a shop', body: 'New words.' };
    const confirmations: (() => object)[] = [
      () => {
        bid = { ...own, unconfirmedSince: later };
        return refuse('conflict', 'This problem was changed again meanwhile.');
      },
      () => ({ bid: (bid = own) }),
    ];
    api = fakeApi({
      'GET /bids': () => ({ bids: [bid], count: 1 }),
      'GET /bids/:id/comparison': () => {
        const title = bid.unconfirmedSince === since ? after.title : 'Build two shops';
        return { before: text, after: { ...after, title }, changedAt: bid.unconfirmedSince };
      },
      'PUT /bids/:id/confirm': () => confirmations.shift()?.() ?? {},
    });
    const { user } = renderScreen(<BidForSolver problem={problem} />);
    await heading();
    const group = within(screen.getByRole('group', { name: 'Problem changed' }));
    expect(group.getByText(/changed this problem after your bid\. Compare the texts, then confirm your bid/)).toBeVisible();
    const seeChanges = group.getByRole('button', { name: 'See what changed' });
    await user.click(seeChanges);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await expectClosed();
    await waitFor(() => expect(seeChanges).toHaveFocus());
    await user.click(seeChanges);
    const dialog = within(await screen.findByRole('dialog', { name: 'What changed' }));
    expect(await dialog.findByRole('region', { name: 'Title' })).toHaveTextContent(
      'TitleWhen you bidReconnects drop messagesNowBuild a shop',
    );
    expect(dialog.getByRole('region', { name: 'Description' })).toHaveTextContent('Old words.NowNew words.');
    for (const same of ['Category', 'Tags']) expect(dialog.queryByRole('region', { name: same })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Confirm bid' }));
    expect(await screen.findByText('This problem was changed again meanwhile.')).toBeVisible();
    expect(await dialog.findByText('Build two shops')).toBeVisible();
    await user.click(await dialog.findByRole('button', { name: 'Confirm bid' }));
    expect(await screen.findByText('Bid confirmed')).toBeVisible();
    await expectClosed();
    const sent = api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(sent).toEqual([{ changedAt: since }, { changedAt: later }]);
    expect(screen.queryByRole('group', { name: 'Problem changed' })).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Withdraw' }).closest('[tabindex="-1"]')).toHaveFocus());
  });

  it('shows why it was rejected, and no invitation to bid again on a closed problem', async () => {
    open(() => [{ ...own, status: 'rejected', reason: 'Too expensive.' }], undefined, { ...problem, status: 'closed' });
    await heading();
    expect(screen.getByText('Rejected')).toBeVisible();
    expect(screen.getByText('Too expensive.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
    expect(screen.queryByText(AGAIN)).not.toBeInTheDocument();
  });

  it('retries after a failure, and shows nothing where there is no bid', async () => {
    let isBroken = true;
    api = fakeApi({ 'GET /bids': () => (isBroken ? refuse('internal', 'No') : { bids: [], count: 0 }) });
    const { user, container } = renderScreen(<BidForSolver problem={problem} />);
    expect(await screen.findByText('Your bid could not be loaded')).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(container.querySelector('section')).toBeNull());
  });
});
