import { jest } from '@jest/globals';
import type { Bid, BidFacts } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, buildProblemDetail, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { problemBidsKey } from '../api/bids.ts';
import { BidsForPoster } from './bids-for-poster.tsx';

type PostersBid = Bid & { facts?: BidFacts };

const problem = buildProblemDetail({ _id: 'p1', budget: 250 });
const FACTS: BidFacts = { shortlisted: false, solvedCount: 0, matchingAreas: [], replyMinutes: null };
const of = (name: string, overrides: Partial<PostersBid> = {}, rating: number | null = null): PostersBid => ({
  ...buildBid({
    _id: name.toLowerCase(),
    problemId: 'p1',
    solver: { _id: `u-${name.toLowerCase()}`, name, image: null, rating, ratingCount: rating === null ? 0 : 3 },
    ...overrides,
  }),
  facts: { ...FACTS, ...overrides.facts },
});
const anna = of('Anna', { amount: 300, estimatedDays: 2, createdAt: '2026-11-20T10:00:00.000Z' }, 4.5);
const bert = of('Bert', { amount: 200, estimatedDays: 9, createdAt: '2026-11-21T10:00:00.000Z' });
const cleo = of('Cleo', { amount: 250, estimatedDays: 5, createdAt: '2026-11-22T10:00:00.000Z' }, 4.9);

let bids: PostersBid[];
let api: ReturnType<typeof fakeApi>;
function open(routes: Parameters<typeof fakeApi>[0] = {}) {
  api = fakeApi({ 'GET /bids': () => ({ bids, count: bids.length }), ...routes });
  return renderScreen(<BidsForPoster problem={problem} />);
}
const rows = async () => within(await screen.findByRole('list', { name: 'Bids' })).getAllByRole('listitem');
const names = async () => (await rows()).map((row) => within(row).getByRole('link', { name: /^[A-Z][a-z]+$/ }).textContent);
const inRow = async (name: string, button: string) => {
  const row = (await rows()).find((one) => within(one).queryByRole('link', { name }));
  if (!row) throw new Error(`There is no row of ${name}.`);
  return within(row).getByRole('button', { name: button });
};

beforeEach(() => {
  signInAs({ _id: 'mira', role: 'seeker' });
  bids = [anna, bert, cleo];
});
afterEach(() => {
  api.restore();
  clearSession();
});

describe('choosing between bids', () => {
  it.each([
    ['Newest', ['Cleo', 'Bert', 'Anna']],
    ['Lowest price', ['Bert', 'Cleo', 'Anna']],
    ['Fewest days', ['Anna', 'Cleo', 'Bert']],
    ['Best rated', ['Cleo', 'Anna', 'Bert']],
  ])('in the order "%s"', async (order, expected) => {
    const { user } = open();
    await rows();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), order);
    expect(await names()).toEqual(expected);
  });

  it('has what was decided against last, whatever the order', async () => {
    bids = [anna, { ...bert, status: 'withdrawn' }, cleo];
    const { user } = open();
    await rows();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Lowest price');
    expect(await names()).toEqual(['Cleo', 'Anna', 'Bert']);
  });

  it('says what helps to choose', async () => {
    bids = [of('Dora', { facts: { shortlisted: false, solvedCount: 12, matchingAreas: ['React', 'Go'], replyMinutes: 125 } })];
    open();
    const [row] = await rows();
    expect(row).toHaveTextContent('12 solved · knows React, Go · usually replies in 2 hours');
  });

  it('keeps a shortlist, shown at once, and shows it alone', async () => {
    const { user } = open({ 'PUT /bids/:id/shortlist': () => ({ bid: bert }) });
    await user.click(await inRow('Bert', 'Shortlist'));
    expect(await inRow('Bert', 'Shortlist')).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() =>
      expect(api.requests.filter(({ method }) => method === 'PUT')).toMatchObject([
        { path: '/bids/bert/shortlist', body: { shortlisted: true } },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'On the shortlist (1)' }));
    expect(await names()).toEqual(['Bert']);
    await user.click(await inRow('Bert', 'Shortlist'));
    expect(await screen.findByText('The shortlist is empty')).toBeVisible();
  });

  it('takes a shortlisting back that did not arrive, and says so', async () => {
    const { user } = open({ 'PUT /bids/:id/shortlist': () => NETWORK_FAILURE });
    await user.click(await inRow('Bert', 'Shortlist'));
    expect(await screen.findByText('The shortlist could not be changed. Please try again.')).toBeVisible();
    expect(await inRow('Bert', 'Shortlist')).toHaveAttribute('aria-pressed', 'false');
  });

  it('knows the same of a solver while a changed bid is asked for again', async () => {
    bids = [of('Dora', { facts: { ...FACTS, solvedCount: 12 } })];
    const { facts: _facts, ...plain } = of('Dora', { status: 'accepted' });
    let asked = 0;
    const { user } = open({
      'GET /bids': () => ((asked += 1) > 1 ? new Promise<object>(() => {}) : { bids, count: 1 }),
      'PUT /bids/:id/accept': () => ({ bid: plain }),
    });
    await user.click(await inRow('Dora', 'Accept'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('Accepted')).toBeVisible();
    expect((await rows())[0]).toHaveTextContent('12 solved');
  });

  it('draws a part of hundreds, and more as one comes near the end', async () => {
    let near: (() => void) | undefined;
    const observer = jest.spyOn(globalThis, 'IntersectionObserver').mockImplementation((callback) => {
      // What the list reads of an entry.
      near = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], {} as IntersectionObserver);
      return { observe: () => undefined, disconnect: () => undefined } as unknown as IntersectionObserver;
    });
    bids = Array.from({ length: 500 }, (_, place) => of(`Solver${place}`, { amount: place + 1 }));
    const { user } = open();
    expect(await rows()).toHaveLength(30);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Bids 500');
    act(() => near?.());
    expect(await rows()).toHaveLength(60);
    // Another order begins at its top, so that hundreds that were scrolled through are not drawn anew.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Lowest price');
    expect(await rows()).toHaveLength(30);
    observer.mockRestore();
  });

  it('draws more for as long as the end stays in sight', async () => {
    const drawn = () => document.querySelectorAll('li').length;
    const observer = jest.spyOn(globalThis, 'IntersectionObserver').mockImplementation((callback) => {
      // What the list reads of an entry: a hundred rows push the end out of sight.
      const look = () => callback([{ isIntersecting: drawn() < 100 } as IntersectionObserverEntry], {} as IntersectionObserver);
      return { observe: look, disconnect: () => undefined } as unknown as IntersectionObserver;
    });
    bids = Array.from({ length: 500 }, (_, place) => of(`Solver${place}`, { amount: place + 1 }));
    open();
    await waitFor(() => expect(drawn()).toBe(120));
    observer.mockRestore();
  });
});

describe('comparing bids', () => {
  const accepted = (): object => ({ bid: { ...cleo, status: 'accepted' } });
  const compare = async (chosen: string[], answer = accepted) => {
    const view = open({ 'PUT /bids/:id/accept': answer });
    for (const name of chosen) await view.user.click(await inRow(name, 'Compare'));
    await view.user.click(screen.getByRole('button', { name: `Compare ${chosen.length} bids` }));
    return { ...view, table: within(await screen.findByRole('dialog', { name: `Compare ${chosen.length} bids` })) };
  };
  const cells = (table: ReturnType<typeof within>, name: string) =>
    within(table.getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);

  it('puts what counts side by side', async () => {
    const { table } = await compare(['Anna', 'Cleo']);
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Bidder',
      'AAnnaAccept',
      'CCleoAccept',
    ]);
    expect(cells(table, 'Amount')).toEqual(['$300$50 above the budget', '$250the whole budget']);
    expect(cells(table, 'Days')).toEqual(['2 days', '5 days']);
    expect(cells(table, 'Rating')).toEqual(['Rated4.5 (3)', 'Rated4.9 (3)']);
    expect(cells(table, 'Replies')).toEqual(['Not known yet', 'Not known yet']);
  });

  it('needs two, and takes four', async () => {
    bids = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil'].map((name) => of(name));
    const { user } = open();
    await user.click(await inRow('Anna', 'Compare'));
    expect(screen.getByRole('button', { name: 'Choose one more' })).toBeDisabled();
    for (const name of ['Bert', 'Cleo', 'Dora']) await user.click(await inRow(name, 'Compare'));
    expect(await inRow('Emil', 'Compare')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Compare 4 bids' })).toBeEnabled();
  });

  it('shows the newest state of what changes meanwhile, and says so', async () => {
    const { table, queryClient } = await compare(['Anna', 'Bert']);
    bids = [{ ...anna, amount: 220, updatedAt: '2026-11-24T10:00:00.000Z' }, { ...bert, status: 'withdrawn' }, cleo];
    void queryClient.invalidateQueries({ queryKey: problemBidsKey('p1') });
    expect(await table.findByText('Anna changed the bid: $220 in 2 days now.')).toBeVisible();
    expect(table.getByRole('status')).toHaveTextContent('The bid of Bert was withdrawn.');
    expect(cells(table, 'Amount')[0]).toBe('$220$30 under the budget');
    expect(table.getByText('Withdrawn')).toBeVisible();
    expect(table.getAllByRole('button', { name: 'Accept' })).toHaveLength(1);
  });

  it('accepts none that is edited at that moment: says so, and shows what it is now', async () => {
    const sentence = 'This bid was changed meanwhile: it is $900 in 5 days now. Accept it if that is fine, too.';
    const { user, table } = await compare(['Anna', 'Cleo'], () => {
      bids = [anna, bert, { ...cleo, amount: 900, updatedAt: '2026-11-24T10:00:00.000Z' }];
      return refuse('conflict', sentence);
    });
    const [, ofCleo] = table.getAllByRole('button', { name: 'Accept' });
    await user.click(ofCleo as HTMLElement);
    const asked = await screen.findByRole('dialog', { name: 'Accept this bid of $250?' });
    await user.click(within(asked).getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await table.findByText('Cleo changed the bid: $900 in 5 days now.')).toBeVisible();
    expect(cells(table, 'Amount')[1]).toBe('$900$650 above the budget');
    expect(table.getAllByRole('button', { name: 'Accept' })).toHaveLength(2);
  });

  it('accepts from its column', async () => {
    const { user, table } = await compare(['Anna', 'Cleo']);
    const [, ofCleo] = table.getAllByRole('button', { name: 'Accept' });
    expect(ofCleo).toHaveAccessibleDescription('Cleo');
    await user.click(ofCleo as HTMLElement);
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Accept this bid of $250?' })).getByRole('button', { name: 'Accept' }),
    );
    expect(await screen.findByText('Bid accepted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
