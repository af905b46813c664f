import type { Bid } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, buildProblemDetail, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { BidForSolver } from './own-bid.tsx';

const problem = buildProblemDetail({ _id: 'p1', budget: 250 });
const own = buildBid({ _id: 'b1', problemId: 'p1' });

let api: ReturnType<typeof fakeApi>;
function open(bids: () => Bid[], answer: () => object = () => ({ bid: own }), shown = problem) {
  api = fakeApi({ 'GET /bids': () => ({ bids: bids(), count: 1 }), 'PUT /bids/:id/withdraw': answer });
  return renderScreen(<BidForSolver problem={shown} />);
}
const heading = () => screen.findByRole('heading', { level: 2, name: 'Your bid' });
const confirm = async (name: string) => within(await screen.findByRole('dialog')).findByRole('button', { name });

beforeEach(() => void signInAs({ _id: 'user-solver', role: 'solver' }));
afterEach(() => {
  api.restore();
  clearSession();
});

describe('a solver', () => {
  it('sees the own pending bid', async () => {
    open(() => [own]);
    await heading();
    expect(screen.getByText('$50 under the budget')).toBeVisible();
    expect(screen.getByText(own.message)).toBeVisible();
    expect(screen.getByText('Pending')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  });

  it('without a bid sees nothing of others', async () => {
    const { container } = open(() => []);
    await waitFor(() => expect(api.requests).toHaveLength(1));
    expect(api.requests[0]?.params).toEqual({ problemId: 'p1' });
    expect(container.querySelector('section')).toBeNull();
  });

  it('sees the latest of several', async () => {
    const before = buildBid({ status: 'withdrawn', message: 'An earlier one.', createdAt: '2026-11-19T10:00:00.000Z' });
    open(() => [before, own]);
    await heading();
    expect(screen.getByText('Pending')).toBeVisible();
    expect(screen.queryByText('An earlier one.')).not.toBeInTheDocument();
  });

  it.each(['pending', 'rejected', 'withdrawn'] as const)('whose bid is %s can write to the poster', async (status) => {
    open(() => [{ ...own, status }]);
    await heading();
    const message = screen.getByRole('link', { name: 'Message Mira Chen' });
    expect(message).toHaveAttribute('href', '/conversations?with=user-poster&problem=p1');
  });

  it('reads why it was rejected', async () => {
    open(() => [{ ...own, status: 'rejected', reason: 'Too dear for me.' }]);
    await heading();
    expect(screen.getByText('Rejected')).toBeVisible();
    expect(screen.getByText('Too dear for me.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  });

  it.each([
    ['open', 1],
    ['closed', 0],
  ] as const)('who withdrew is told of bidding again while it is %s', async (status, told) => {
    open(() => [{ ...own, status: 'withdrawn' }], undefined, { ...problem, status });
    await heading();
    expect(screen.queryAllByText('You can bid again while the problem is open.')).toHaveLength(told);
  });

  it('learns that the own bid could not be loaded, and tries again', async () => {
    let broken = true;
    api = fakeApi({ 'GET /bids': () => (broken ? refuse('internal', 'No') : { bids: [own], count: 1 }) });
    const { user } = renderScreen(<BidForSolver problem={problem} />);
    expect(await screen.findByText('Your bid could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Pending')).toBeVisible();
  });
});

describe('Withdraw', () => {
  it('asks once, then takes the bid back', async () => {
    let bid: Bid = own;
    const { user } = open(
      () => [bid],
      () => {
        bid = { ...own, status: 'withdrawn' };
        return { bid };
      },
    );
    await heading();
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    expect(api.requests).toHaveLength(1);
    await user.click(await confirm('Withdraw'));
    expect(await screen.findByText('Bid withdrawn')).toBeVisible();
    expect(await screen.findByText('Withdrawn')).toBeVisible();
    expect(api.requests[1]).toMatchObject({ method: 'PUT', path: '/bids/b1/withdraw' });
  });

  it('that came too late is told, and the bid is asked for again', async () => {
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
    await user.click(await confirm('Withdraw'));
    expect(await screen.findByText('This bid was accepted.')).toBeVisible();
    expect(await screen.findByText('Accepted')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  });
});

it('the signed-out see no bids, and none are asked for', () => {
  clearSession();
  const { container } = open(() => []);
  expect(container.querySelector('section')).toBeNull();
  expect(api.requests).toEqual([]);
});
