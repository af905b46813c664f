import type { Bid } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, buildProblemDetail, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { BidsForPoster } from './bids-for-poster.tsx';

const mira = { _id: 'mira', name: 'Mira Chen', image: null };
const problem = buildProblemDetail({ _id: 'p1', budget: 250, user: mira });
const lena = { _id: 'lena', name: 'Lena Vogt', image: null, rating: null, ratingCount: 0 };
const ofDiego = buildBid({ _id: 'b1', problemId: 'p1', amount: 200 });
const ofLena = buildBid({ _id: 'b2', problemId: 'p1', amount: 300, estimatedDays: 1, solver: lena });

let api: ReturnType<typeof fakeApi>;
let bids: Bid[];
type Answer = () => object;
function open(decide: Answer = () => ({ bid: { ...ofDiego, status: 'accepted' } }), shown = problem) {
  api = fakeApi({
    'GET /bids': () => ({ bids, count: bids.length }),
    'PUT /bids/:id/accept': decide,
    'PUT /bids/:id/reject': decide,
  });
  return renderScreen(<BidsForPoster problem={shown} />);
}
const panels = async () => {
  await screen.findByRole('heading', { level: 2, name: /^Bids/ });
  return screen.findAllByRole('listitem');
};
const buttonOf = async (place: number, name: string) => {
  const panel = (await panels())[place];
  if (!panel) throw new Error(`There is no panel ${place}.`);
  return within(panel).getByRole('button', { name });
};
const writes = () => api.requests.filter(({ method }) => method !== 'GET');
const reads = () => api.requests.filter(({ method }) => method === 'GET');
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const inDialog = async (name: string) => within(await screen.findByRole('dialog')).findByRole('button', { name });

beforeEach(() => {
  signInAs({ _id: 'mira', role: 'seeker' });
  bids = [ofDiego, ofLena];
});
afterEach(() => {
  api.restore();
  clearSession();
});

describe('the bids, for who posted the problem', () => {
  it('stand with who bids, what it costs against the budget, days, words and state', async () => {
    open();
    const [first, second] = await panels();
    expect(first).toHaveTextContent(/Diego Fuentes.*4\.5 \(2\).*\$200.*3 days.*\$50 under the budget/);
    expect(first).toHaveTextContent(ofDiego.message);
    expect(screen.getByRole('link', { name: 'Diego Fuentes' })).toHaveAttribute('href', '/profile/user-solver');
    expect(second).toHaveTextContent(/Lena Vogt.*Not rated yet.*\$300.*1 day.*\$50 above the budget/);
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Bids 2');
  });

  it('begin with the one that was accepted', async () => {
    bids = [
      { ...ofDiego, status: 'rejected' },
      { ...ofLena, status: 'accepted' },
    ];
    open(undefined, { ...problem, status: 'in-progress' });
    const [first, second] = await panels();
    expect(first).toHaveTextContent(/Lena Vogt.*Accepted/);
    expect(second).toHaveTextContent(/Diego Fuentes.*Rejected/);
  });

  it('open to what was written, as markdown that does no harm, and to the files', async () => {
    const file = { _id: 'f1', url: '/api/files/f1', name: 'plan.pdf', size: 2048, mimeType: 'application/pdf' };
    bids = [buildBid({ message: '<img src=x onerror=alert(1)> and **stars**', files: [file] })];
    const { container, user } = open();
    const details = await buttonOf(0, 'Details, 1 file');
    expect(details).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('link', { name: /plan\.pdf/ })).not.toBeInTheDocument();
    await user.click(details);
    expect(details).toHaveAttribute('aria-expanded', 'true');
    expect(await screen.findByText('stars')).toContainHTML('<strong>stars</strong>');
    expect(screen.getByText(/<img src=x onerror=alert\(1\)> and/)).toBeVisible();
    expect(screen.getByRole('link', { name: /plan\.pdf/ })).toHaveAttribute('href', '/api/files/f1');
    expect(container.querySelector('img')).toBeNull();
  });

  it('are none: says so', async () => {
    bids = [];
    open();
    expect(await screen.findByText('No bids yet')).toBeVisible();
  });

  it('that could not be loaded can be asked for again', async () => {
    let broken = true;
    api = fakeApi({ 'GET /bids': () => (broken ? refuse('internal', 'No') : { bids, count: 2 }) });
    const { user } = renderScreen(<BidsForPoster problem={problem} />);
    expect(await screen.findByText('The bids could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await panels()).toHaveLength(2);
  });

  it('lead to a conversation with who bids, in any state; not with a deleted account', async () => {
    const deleted = { ...lena, name: 'Deleted user' };
    bids = [
      { ...ofDiego, status: 'rejected' },
      { ...ofLena, solver: deleted },
    ];
    open(undefined, { ...problem, status: 'in-progress' });
    await panels();
    const [message, ...others] = screen.getAllByRole('link', { name: /^Message/ });
    expect(message).toHaveAccessibleName('Message Diego Fuentes');
    expect(message).toHaveTextContent(/^Message/);
    expect(message).toHaveAttribute('href', '/conversations?with=user-solver&problem=p1');
    expect(others).toEqual([]);
  });

  it('cannot be decided once the problem is not open', async () => {
    open(undefined, { ...problem, status: 'in-progress' });
    await panels();
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Reject' })).not.toBeInTheDocument();
  });
});

describe('Accept', () => {
  it('asks once, says what becomes of the others, and shows what the server decided', async () => {
    const accepted: Bid = { ...ofDiego, status: 'accepted' };
    const { user } = open(() => {
      bids = [accepted, { ...ofLena, status: 'rejected' }];
      return { bid: accepted };
    });
    const accept = await buttonOf(0, 'Accept');
    expect(accept).toHaveAccessibleDescription('Diego Fuentes');
    await user.click(accept);
    const dialog = await screen.findByRole('dialog', { name: 'Accept this bid of $200?' });
    expect(dialog).toHaveTextContent('The other pending bid is rejected.');
    expect(writes()).toEqual([]);
    await user.click(await inDialog('Accept'));
    expect(await screen.findByText('Bid accepted')).toBeVisible();
    await gone();
    expect(writes()).toMatchObject([
      { method: 'PUT', path: '/bids/b1/accept', body: { amount: 200, estimatedDays: ofDiego.estimatedDays } },
    ]);
    const [first, second] = await panels();
    expect(first).toHaveTextContent('Accepted');
    await waitFor(() => expect(second).toHaveTextContent('Rejected'));
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  });

  it('shows nothing as accepted before the server has', async () => {
    const { user } = open(() => new Promise<object>(() => {}));
    await user.click(await buttonOf(0, 'Accept'));
    await user.click(await inDialog('Accept'));
    expect(await inDialog('Accepting…')).toBeDisabled();
    expect(screen.queryByText('Accepted')).not.toBeInTheDocument();
  });

  it('can be left', async () => {
    const { user } = open();
    await user.click(await buttonOf(0, 'Accept'));
    await user.click(await inDialog('Cancel'));
    await gone();
    expect(writes()).toEqual([]);
    await waitFor(async () => expect(await buttonOf(0, 'Accept')).toHaveFocus());
  });

  it('that lost is told in the words of the server, and the bids are asked for again', async () => {
    const { user } = open(() => {
      bids = [{ ...ofDiego, status: 'withdrawn' }, ofLena];
      return refuse('conflict', 'This bid was withdrawn.');
    });
    await user.click(await buttonOf(0, 'Accept'));
    await user.click(await inDialog('Accept'));
    expect(await screen.findByText('This bid was withdrawn.')).toBeVisible();
    await gone();
    expect(await screen.findByText('Withdrawn')).toBeVisible();
    expect(reads()).toHaveLength(2);
  });

  it('that failed can be tried again where one is', async () => {
    const { user } = open(() => NETWORK_FAILURE);
    await user.click(await buttonOf(0, 'Accept'));
    await user.click(await inDialog('Accept'));
    expect(await screen.findByText('Failed to accept the bid')).toBeVisible();
    expect(await inDialog('Accept')).toBeEnabled();
  });
});

describe('Reject', () => {
  it.each([
    ['with a reason', 'Too dear for me.', { reason: 'Too dear for me.' }],
    ['without one', '', {}],
  ])('%s', async (_how, reason, body) => {
    const rejected: Bid = { ...ofDiego, status: 'rejected', reason: reason || null };
    const { user } = open(() => {
      bids = [rejected, ofLena];
      return { bid: rejected };
    });
    await user.click(await buttonOf(0, 'Reject'));
    const field = await screen.findByRole('textbox', { name: 'Reason (optional)' });
    if (reason) await user.type(field, reason);
    await user.click(await inDialog('Reject'));
    expect(await screen.findByText('Bid rejected')).toBeVisible();
    await gone();
    expect(writes()).toMatchObject([{ path: '/bids/b1/reject' }]);
    expect(JSON.parse(JSON.stringify(writes()[0]?.body))).toEqual(body);
    // What is decided against stands last.
    const [, first] = await panels();
    expect(first).toHaveTextContent(reason ? /Too dear for me\..*Rejected/ : 'Rejected');
    expect(first?.firstChild).toHaveFocus();
    expect(await buttonOf(0, 'Accept')).toBeEnabled();
  });

  it('keeps a reason that could not be sent', async () => {
    const { user } = open(() => NETWORK_FAILURE);
    await user.click(await buttonOf(0, 'Reject'));
    await user.type(await screen.findByRole('textbox', { name: 'Reason (optional)' }), 'Too dear.');
    await user.click(await inDialog('Reject'));
    expect(await screen.findByText('Failed to reject the bid')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue('Too dear.');
  });
});
