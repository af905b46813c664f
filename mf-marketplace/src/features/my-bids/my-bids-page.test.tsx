import type { BidStatus, MyBid } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import type { SeenRequest } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { Component } from './my-bids-page.tsx';

const poster = { _id: 'mira', name: 'Mira Chen', image: null };
function buildMyBid(status: BidStatus, title: string, overrides: Partial<MyBid> = {}): MyBid {
  const problem = { _id: `p-${title}`, title, status: 'open', budget: 250, user: poster } as const;
  return { ...buildBid({ status }), problem, ...overrides };
}

let all: MyBid[];
let pageSize: number;
function answer({ params }: SeenRequest): object {
  const page = Number(params.page);
  const found = all.filter(({ status }) => !params.status || status === params.status);
  const counts = { all: all.length, pending: 0, accepted: 0, rejected: 0, withdrawn: 0 };
  for (const { status } of all) counts[status] += 1;
  const sumOf = (state: BidStatus) => all.reduce((sum, { status, amount }) => sum + (status === state ? amount : 0), 0);
  const sums = { pending: sumOf('pending'), accepted: sumOf('accepted') };
  const bids = found.slice((page - 1) * pageSize, page * pageSize);
  return { bids, counts, sums, page, limit: pageSize, totalPages: Math.max(1, Math.ceil(found.length / pageSize)) };
}

let api: ReturnType<typeof fakeApi>;
function open(at = '/my-bids', get: (request: SeenRequest) => object = answer) {
  api = fakeApi({
    'GET /bids': get,
    'PUT /bids/:id/withdraw': ({ path }) => {
      all = all.map((bid) => (path.includes(bid._id) ? { ...bid, status: 'withdrawn' } : bid));
      return { bid: all.find(({ _id }) => path.includes(_id)) };
    },
    'PUT /bids/:id': ({ body }) => {
      all = all.map((bid) => (bid.status === 'pending' ? { ...bid, ...(body as Partial<MyBid>) } : bid));
      return { bid: all.find(({ status }) => status === 'pending') };
    },
  });
  return renderScreen(<Component />, { at });
}
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
const tab = (name: string) => screen.getByRole('tab', { name });
/** Opens the menu of a row. @returns what it offers */
async function menuOf(title: string, user: ReturnType<typeof open>['user']) {
  await user.click(within(await row(title)).getByRole('button', { name: `More for ${title}` }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent?.trim());
}
const choose = async (name: string, user: ReturnType<typeof open>['user']) => user.click(screen.getByRole('menuitem', { name }));

beforeEach(() => {
  signInAs({ _id: 'user-solver', role: 'solver' });
  pageSize = 20;
  all = [
    buildMyBid('pending', 'Flaky tests'),
    buildMyBid('accepted', 'Slow query', { amount: 270, estimatedDays: 1 }),
    buildMyBid('rejected', 'Broken build', { reason: 'Somebody was quicker.' }),
  ];
});
afterEach(() => {
  api.restore();
  clearSession();
  window.localStorage.clear();
});

describe('/my-bids', () => {
  it('lists all own bids: what for, how much, how long, and what became of them', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'My Bids' })).toBeVisible();
    const pending = await row('Flaky tests');
    expect(pending).toHaveTextContent(/\$200.*\$50 under the budget.*3 days.*Pending/);
    expect(within(pending).getByRole('link', { name: 'Flaky tests' })).toHaveAttribute('href', '/view-problems/p-Flaky tests');
    expect(within(pending).getByRole('link', { name: 'Message Mira Chen' })).toHaveAttribute(
      'href',
      '/conversations?with=mira&problem=p-Flaky+tests',
    );
    expect(await row('Slow query')).toHaveTextContent(/\$270.*\$20 above the budget.*1 day.*Accepted/);
    expect(await row('Broken build')).toHaveTextContent('Reason: Somebody was quicker.');
    expect(api.requests.map(({ params }) => params)).toEqual([{ page: 1, limit: 20 }]);
  });

  it('says what the bids that wait come to, and those that were accepted', async () => {
    all = [...all, buildMyBid('pending', 'Dead letters', { amount: 1000 })];
    open('/my-bids?status=rejected');
    await row('Broken build');
    const said = (name: string) => screen.getByText(name).parentElement?.textContent;
    expect([said('Pending in all'), said('Won in all')]).toEqual(['Pending in all$1,200', 'Won in all$270']);
  });

  it.each([
    ['Flaky tests', ['Edit bid', 'Withdraw', 'View']],
    ['Slow query', ['View']],
    ['Broken build', ['View']],
  ])('offers in the menu of a bid what can be done with it: %s', async (title, offered) => {
    const { user } = open();
    expect(await menuOf(title, user)).toEqual(offered);
    expect(screen.getByRole('menuitem', { name: 'View' })).toHaveAttribute('href', `/view-problems/p-${title}`);
  });

  it('lets a pending bid of a closed problem be withdrawn alone', async () => {
    const [first] = all;
    if (first) all = [{ ...first, problem: { ...first.problem, status: 'closed' } }];
    const { user } = open();
    expect(await menuOf('Flaky tests', user)).toEqual(['Withdraw', 'View']);
  });
});

describe('its tabs', () => {
  it('count the bids of each state, and show them at an address of their own', async () => {
    const { user } = open();
    await row('Flaky tests');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'All3',
      'Pending1',
      'Accepted1',
      'Rejected1',
      'Withdrawn0',
    ]);
    await user.click(tab('Accepted 1'));
    expect(await row('Slow query')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Flaky tests/ })).not.toBeInTheDocument());
    expect(screen.getByLabelText('Address')).toHaveTextContent('/my-bids?status=accepted');
    expect(tab('Accepted 1')).toHaveAttribute('aria-selected', 'true');
  });

  it('open by their address; an unknown one is All', async () => {
    open('/my-bids?status=rejected');
    await row('Broken build');
    expect(api.requests[0]?.params).toMatchObject({ status: 'rejected' });
    api.restore();
    open('/my-bids?status=lost');
    await waitFor(() => expect(api.requests[0]?.params).toEqual({ page: 1, limit: 20 }));
  });

  it('are walked with the arrow keys', async () => {
    const { user } = open();
    await row('Flaky tests');
    await user.tab();
    expect(tab('All 3')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(tab('Pending 1')).toHaveFocus();
    expect(screen.getByLabelText('Address')).toHaveTextContent('status=pending');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(tab('Withdrawn 0')).toHaveFocus();
    expect(await screen.findByText('No withdrawn bids')).toBeVisible();
  });

  it('that are empty lead to all bids; without any, to the problems', async () => {
    open('/my-bids?status=withdrawn');
    expect(await screen.findByRole('link', { name: 'Show all bids' })).toHaveAttribute('href', '/my-bids');
    api.restore();
    all = [];
    open();
    expect(await screen.findByText('No bids yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
  });
});

describe('a pending bid', () => {
  it('is withdrawn, and the counts follow', async () => {
    const { user } = open();
    await menuOf('Flaky tests', user);
    await choose('Withdraw', user);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByRole('tab', { name: 'Withdrawn 1' })).toBeVisible();
    expect(await row('Flaky tests')).toHaveTextContent('Withdrawn');
    expect(await row('Flaky tests')).toHaveFocus();
  });

  it('is changed in its dialog', async () => {
    const { user } = open();
    await menuOf('Flaky tests', user);
    await choose('Edit bid', user);
    const amount = await screen.findByRole('textbox', { name: /^Amount/ });
    await user.clear(amount);
    await user.type(amount, '230');
    await user.click(screen.getByRole('button', { name: 'Save bid' }));
    await waitFor(async () => expect(await row('Flaky tests')).toHaveTextContent('$20 under the budget'));
  });
});

describe('many bids', () => {
  it('come page by page; a page that failed can be tried again', async () => {
    pageSize = 2;
    let broken = true;
    const { user } = open('/my-bids', (request) =>
      request.params.page === 2 && broken ? refuse('internal', 'No') : answer(request),
    );
    await row('Slow query');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('More bids could not be loaded.')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Broken build')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('that could not be loaded at all can be asked for again', async () => {
    let broken = true;
    const { user } = open('/my-bids', (request) => (broken ? refuse('internal', 'No') : answer(request)));
    expect(await screen.findByText('Your bids could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Flaky tests')).toBeVisible();
  });
});
