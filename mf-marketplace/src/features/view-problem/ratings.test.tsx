import type { Problem, ProblemReview } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildBid, signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { build, DIEGO, MIRA, openProblem, title } from '../../testing/open-problem.tsx';

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

const OWN: ProblemReview = { _id: 'r1', author: MIRA, subject: DIEGO, rating: 4, text: 'Quick.', createdAt: daysAgo(1) };
const THEIRS: ProblemReview = { ...OWN, _id: 'r2', author: DIEGO, subject: MIRA, rating: 5, text: 'Clear words.' };
const SOLVED: Partial<Problem> = {
  status: 'solved',
  acceptedBid: buildBid({ status: 'accepted', solver: { ...DIEGO, rating: null, ratingCount: 0 } }),
  reviewUntil: '2026-12-05T10:00:00.000Z',
  timeline: [{ _id: 'e1', event: 'solved', person: MIRA, at: daysAgo(1), times: 1 }],
};
const KEPT_BACK = 'Shown once both have rated, or after 14 days';

let opened: ReturnType<typeof openProblem> | undefined;

async function open(problem: Partial<Problem>, post: () => object = () => ({})) {
  let now = build({ ...SOLVED, ...problem });
  opened = openProblem({ answer: () => ({ problem: now }), routes: { 'POST /problems/:id/reviews': post } });
  await title();
  return { ...opened, change: (changed: Partial<Problem>) => (now = { ...now, ...changed }) };
}

const form = (name = 'Rate Diego Fuentes') => within(screen.getByRole('form', { name }));
const send = () => form().getByRole('button', { name: 'Send rating' });

beforeEach(() => {
  clearSession();
  signInAs({ _id: 'mira', role: 'seeker' });
});
afterEach(() => opened?.api.restore());

describe('rating the other one', () => {
  it('is done with stars and words, and then shown as kept back', async () => {
    const { user, sent, change } = await open({}, () => change({ reviewUntil: null, reviews: [OWN] }));
    expect(form().getByText(/^Until/)).toHaveTextContent('Until December 5. You both see');
    await user.click(form().getByRole('radio', { name: '4 stars' }));
    await user.type(form().getByRole('textbox', { name: 'Review' }), ' Quick. ');
    await user.click(send());
    expect(await screen.findByText('Thank you for your rating')).toBeVisible();
    expect(sent('POST')).toMatchObject([{ path: '/problems/p1/reviews', body: { rating: 4, text: 'Quick.' } }]);
    expect(await screen.findByText(KEPT_BACK)).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Rate Diego Fuentes' })).not.toBeInTheDocument();
  });

  it('is done by the solver too', async () => {
    signInAs({ _id: 'diego', role: 'solver' });
    await open({});
    expect(form('Rate Mira Chen').getAllByRole('radio')).toHaveLength(5);
  });

  it('goes by the keyboard alone', async () => {
    const { user, sent } = await open({});
    form().getByRole('radio', { name: '1 star' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(form().getByRole('radio', { name: '3 stars' })).toBeChecked();
    await user.tab();
    await user.keyboard('Fine.{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent('POST')).toMatchObject([{ body: { rating: 3, text: 'Fine.' } }]));
  });

  it('wants stars, and leads there', async () => {
    const { user, sent } = await open({});
    await user.click(send());
    expect(await form().findByText('Choose 1 to 5 stars')).toBeVisible();
    await waitFor(() => expect(form().getByRole('radiogroup', { name: 'Stars' })).toHaveFocus());
    expect(sent('POST')).toEqual([]);
  });

  it('keeps what was typed when it did not arrive', async () => {
    const { user } = await open({}, () => NETWORK_FAILURE);
    await user.click(form().getByRole('radio', { name: '2 stars' }));
    await user.type(form().getByRole('textbox', { name: 'Review' }), 'Slow.');
    await user.click(send());
    expect(await screen.findByText('The rating could not be sent. Please try again.')).toBeVisible();
    expect(form().getByRole('textbox', { name: 'Review' })).toHaveValue('Slow.');
    expect(form().getByRole('radio', { name: '2 stars' })).toBeChecked();
  });

  it('that came too late says so and goes', async () => {
    const { user, change } = await open({}, () => refuse('conflict', 'The 14 days to rate are over.'));
    change({ reviewUntil: null });
    await user.click(form().getByRole('radio', { name: '5 stars' }));
    await user.click(send());
    expect(await screen.findByText('The 14 days to rate are over.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ratings' })).not.toBeInTheDocument());
  });
});

describe('the ratings of a solved problem', () => {
  const NOT_ANY_MORE = { reviewUntil: null };
  const shown = () => within(screen.getByRole('region', { name: 'Ratings' }));

  it('are both there once both have rated', async () => {
    await open({ ...NOT_ANY_MORE, reviews: [OWN, THEIRS] });
    expect(shown().getByText('Rated 4 out of 5')).toBeInTheDocument();
    expect(shown().getByText('Clear words.')).toBeVisible();
    expect(shown().getAllByRole('link', { name: 'Diego Fuentes' })[0]).toHaveAttribute('href', '/profile/diego');
    expect(screen.queryByText(KEPT_BACK)).not.toBeInTheDocument();
  });

  it.each([
    ['after the 14 days', 'mira', 15],
    ['for somebody else', 'ada', 1],
  ])('are not called kept back %s', async (_when, viewer, solvedDaysAgo) => {
    signInAs({ _id: viewer, role: 'seeker' });
    const timeline: Problem['timeline'] = [{ _id: 'e1', event: 'solved', person: MIRA, at: daysAgo(solvedDaysAgo), times: 1 }];
    await open({ ...NOT_ANY_MORE, reviews: [OWN], timeline });
    expect(shown().getByText('Quick.')).toBeVisible();
    expect(screen.queryByText(KEPT_BACK)).not.toBeInTheDocument();
  });

  it('take no room while there are none', async () => {
    await open(NOT_ANY_MORE);
    expect(screen.queryByRole('region', { name: 'Ratings' })).not.toBeInTheDocument();
  });
});
