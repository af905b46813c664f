import type { Bid, PlaceBidBody } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { problemBidsKey } from '../api/bids.ts';
import { BidDialog } from './own-bid-actions.tsx';

const problem = { _id: 'p1', title: 'Websocket reconnects drop messages', budget: 250 };
const MESSAGE = 'I have mended this very reconnect before, twice.';
const WAIT = 'Too many tries. Please wait 12 minutes and try again.';
const CONFLICT = 'This problem is not open for bids any more.';

function Sample({ bid }: { bid?: Bid | undefined }) {
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

let api: ReturnType<typeof fakeApi>;
type Answer = () => object | Promise<object>;
async function open({ bid, answer = () => ({ bid: buildBid({ problemId: 'p1' }) }) }: { bid?: Bid; answer?: Answer } = {}) {
  api = fakeApi({ 'POST /bids': answer, 'PUT /bids/:id': answer });
  const view = renderScreen(<Sample bid={bid} />);
  const show = () => view.user.click(screen.getByRole('button', { name: 'Open' }));
  await show();
  await screen.findByRole('dialog', { name: bid ? 'Edit your bid' : 'Bid on this problem' });
  return { ...view, show };
}
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const rewrite = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = () => screen.getByRole('button', { name: 'Place bid' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
function fillIn() {
  rewrite(/^Amount/, '$200');
  rewrite(/^Days/, '3');
  rewrite(/^Message/, MESSAGE);
}

beforeEach(() => void signInAs({ _id: 'tomas', role: 'solver' }));
afterEach(() => {
  api.restore();
  clearSession();
  window.localStorage.clear();
});

describe('placing a bid', () => {
  it('sends what was filled in, says so, closes, and asks for what it changes', async () => {
    const { user, queryClient } = await open();
    queryClient.setQueryData(problemBidsKey('p1'), { bids: [], count: 0 });
    queryClient.setQueryData(['problems', 'detail', 'p1'], {});
    fillIn();
    await user.click(submit());
    expect(await screen.findByText('Bid placed')).toBeVisible();
    await gone();
    expect(api.requests.map(({ body }) => body)).toEqual([
      { problemId: 'p1', amount: 200, estimatedDays: 3, message: MESSAGE, attachments: [] },
    ] satisfies PlaceBidBody[]);
    expect(queryClient.getQueryData(problemBidsKey('p1'))).toMatchObject({ bids: [{ amount: 200 }] });
    expect(queryClient.getQueryState(problemBidsKey('p1'))?.isInvalidated).toBe(true);
    expect(queryClient.getQueryState(['problems', 'detail', 'p1'])?.isInvalidated).toBe(true);
  });

  it('says what the amount is to the budget, and counts the message', async () => {
    await open();
    expect(screen.getByText('The budget is $250')).toBeVisible();
    rewrite(/^Amount/, '$200');
    expect(await screen.findByText('$50 under the budget')).toBeVisible();
    rewrite(/^Amount/, '250');
    expect(await screen.findByText('the whole budget')).toBeVisible();
    rewrite(/^Message/, 'Twelve chars');
    expect(await screen.findByText('12 of 2,000 characters, at least 30')).toBeVisible();
    rewrite(/^Message/, MESSAGE);
    expect(await screen.findByText(`${MESSAGE.length} of 2,000 characters`)).toBeVisible();
  });

  it('names what is wrong under each field, goes to the first, and sends nothing', async () => {
    const { user } = await open();
    rewrite(/^Amount/, '12.5');
    rewrite(/^Message/, 'Too short');
    await user.click(submit());
    expect(await screen.findByText('Amount must be a whole number of dollars')).toBeVisible();
    expect(screen.getByText('Days is required')).toBeVisible();
    expect(screen.getByText('Message must be at least 30 characters')).toBeVisible();
    expect(field(/^Amount/)).toHaveFocus();
    expect(api.requests).toEqual([]);
  });

  it("shows the server's own words under the field, and keeps what was typed", async () => {
    const said = 'Message must not hold a phone number';
    const { user } = await open({ answer: () => refuse('invalid', 'Please check the fields.', { message: said }) });
    fillIn();
    await user.click(submit());
    expect(await screen.findByText(said)).toBeVisible();
    expect(field(/^Message/)).toHaveFocus();
    expect(field(/^Message/)).toHaveValue(MESSAGE);
    expect(screen.queryByText('Please check the fields.')).not.toBeInTheDocument();
  });

  it.each([
    ['the network', NETWORK_FAILURE, 'Failed to place the bid'],
    ['a limit', refuse('rate_limited', WAIT), WAIT],
  ])('a failure (%s) is told and leaves everything; the next attempt has the same key', async (_what, failure, said) => {
    let broken = true;
    const { user } = await open({ answer: () => (broken ? failure : { bid: buildBid({ problemId: 'p1' }) }) });
    fillIn();
    await user.click(submit());
    expect(await screen.findByText(said)).toBeVisible();
    expect(field(/^Amount/)).toHaveValue('200');
    expect(field(/^Message/)).toHaveValue(MESSAGE);
    broken = false;
    await user.click(submit());
    await gone();
    const keys = api.requests.map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
  });

  it('what came too late is told in the words of the server, closes, and has the page asked again', async () => {
    const { user, queryClient, show } = await open({ answer: () => refuse('conflict', CONFLICT) });
    queryClient.setQueryData(['problems', 'detail', 'p1'], {});
    fillIn();
    await user.click(submit());
    expect(await screen.findByText(CONFLICT)).toBeVisible();
    await gone();
    expect(queryClient.getQueryState(['problems', 'detail', 'p1'])?.isInvalidated).toBe(true);
    await show();
    expect(await screen.findByRole('textbox', { name: /^Message/ })).toHaveValue(MESSAGE);
  });

  it('is busy until the server answers, and sends once', async () => {
    const { user } = await open({ answer: () => new Promise<object>(() => {}) });
    fillIn();
    await user.click(submit());
    expect(await screen.findByRole('button', { name: 'Placing…' })).toBeDisabled();
    fireEvent.submit(field(/^Message/));
    expect(api.requests).toHaveLength(1);
  });
});

describe('the draft', () => {
  it('survives closing, and is gone once the bid is placed', async () => {
    const { user, show } = await open();
    fillIn();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await gone();
    await show();
    expect(await screen.findByRole('textbox', { name: /^Message/ })).toHaveValue(MESSAGE);
    expect(field(/^Amount/)).toHaveValue('200');
    await user.click(submit());
    await gone();
    await show();
    expect(await screen.findByRole('textbox', { name: /^Message/ })).toHaveValue('');
  });

  it('survives a reload', async () => {
    const { unmount } = await open();
    fillIn();
    unmount();
    api.restore();
    await open();
    expect(field(/^Message/)).toHaveValue(MESSAGE);
  });
});

describe('changing a bid', () => {
  const bid = buildBid({ _id: 'b1', problemId: 'p1', amount: 200, estimatedDays: 3, message: MESSAGE });

  it('starts as the bid stands, saves the change and says so', async () => {
    const changed = { ...bid, amount: 220 };
    const { user, queryClient } = await open({ bid, answer: () => ({ bid: changed }) });
    queryClient.setQueryData(problemBidsKey('p1'), { bids: [bid], count: 1 });
    expect(field(/^Days/)).toHaveValue('3');
    expect(field(/^Message/)).toHaveValue(MESSAGE);
    rewrite(/^Amount/, '220');
    await user.click(screen.getByRole('button', { name: 'Save bid' }));
    expect(await screen.findByText('Bid updated')).toBeVisible();
    await gone();
    expect(api.requests).toMatchObject([{ path: '/bids/b1', body: { amount: 220, estimatedDays: 3, message: MESSAGE } }]);
    expect(queryClient.getQueryData(problemBidsKey('p1'))).toEqual({ bids: [changed], count: 1 });
  });

  it('of one that was decided meanwhile is refused in the words of the server', async () => {
    const { user } = await open({ bid, answer: () => refuse('conflict', 'This bid was accepted.') });
    await user.click(screen.getByRole('button', { name: 'Save bid' }));
    expect(await screen.findByText('This bid was accepted.')).toBeVisible();
    await gone();
  });
});
