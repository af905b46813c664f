import type { ModuleReview } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { buildModuleReview, MIRA } from '../../../testing/build-module.ts';
import { openModule, title } from '../../../testing/open-module.tsx';

type Options = NonNullable<Parameters<typeof openModule>[0]>;

let opened: ReturnType<typeof openModule>;
/** The page, with what `GET /modules/m1/reviews` answers now and later. */
async function open({ reviews = [], ...options }: Options & { reviews?: ModuleReview[] } = {}) {
  let now = reviews;
  opened = openModule({
    ...options,
    routes: {
      'GET /modules/:id/reviews': ({ params }) => {
        const page = Number(params.page);
        return { reviews: now.slice((page - 1) * 10, page * 10), total: now.length, totalPages: Math.ceil(now.length / 10) };
      },
      ...options.routes,
    },
  });
  await title();
  return { ...opened, changeReviews: (changed: ModuleReview[]) => (now = changed) };
}
const section = () => within(screen.getByRole('region', { name: 'Reviews' }));
const list = () => screen.findByRole('list', { name: 'Reviews' });
const dialog = (name = 'Write a Review') => screen.findByRole('dialog', { name });
const HAS_IT = { owned: true };

afterEach(() => {
  clearSession();
  opened.api.restore();
});

describe('the reviews of a module', () => {
  it('show the distribution of stars, the most first', async () => {
    await open({ module: { rating: 4.67, ratingCount: 12, stars: [0, 0, 1, 2, 9] } });
    expect(section().getByText('4.7')).toBeVisible();
    const rows = within(section().getByRole('list', { name: 'Stars' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      '5 stars9 reviews',
      '4 stars2 reviews',
      '3 stars1 review',
      '2 stars0 reviews',
      '1 star0 reviews',
    ]);
  });

  it('say who, how many stars, what, and what the author answers', async () => {
    await open({ reviews: [buildModuleReview({ answer: { text: 'Thank you!', at: '2026-11-20T12:00:00.000Z' } })] });
    const review = within(within(await list()).getByRole('listitem'));
    expect(review.getByRole('link', { name: 'Mira Chen' })).toHaveAttribute('href', '/profile/mira');
    expect(review.getByText('Rated 4 out of 5')).toBeInTheDocument();
    expect(review.getByText('Clear and quick.')).toBeVisible();
    expect(review.getByText('Thank you!')).toBeVisible();
    expect(review.getByText('Author')).toBeVisible();
  });

  it('come ten at a time', async () => {
    const { user } = await open({
      reviews: Array.from({ length: 12 }, (_, n) => buildModuleReview({ id: `r${n}`, text: `Text ${n}` })),
    });
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Show more reviews' }));
    expect(await screen.findByText('Text 11')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more reviews' })).toBeNull();
  });

  it('say that there are none, or that they could not be had', async () => {
    let broken = true;
    await open({
      module: { rating: 0, ratingCount: 0 },
      routes: {
        'GET /modules/:id/reviews': () => (broken ? refuse('internal', 'No') : { reviews: [], total: 0, totalPages: 0 }),
      },
    });
    expect(await screen.findByText('The reviews could not be loaded.')).toBeVisible();
    broken = false;
    await opened.user.click(section().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No reviews yet.')).toBeVisible();
  });
});

describe('Write a Review', () => {
  it('is for who is signed in', async () => {
    await open();
    expect(section().getByRole('link', { name: 'Write a Review' })).toHaveAttribute('href', '/signin');
  });

  it.each([
    [0, 'Download the module to review it.'],
    [1900, 'Buy the module to review it.'],
  ])('at %i cents says what it takes', async (priceCents, text) => {
    signInAs();
    await open({ module: { priceCents } });
    expect(section().getByRole('button', { name: 'Write a Review' })).toBeDisabled();
    expect(section().getByRole('button', { name: 'Write a Review' })).toHaveAccessibleDescription(text);
  });

  it('is not for the author', async () => {
    signInAs({ _id: 'lena' });
    await open();
    expect(screen.queryByText('Write a Review')).toBeNull();
  });

  it('wants stars; then it stands in the list', async () => {
    signInAs({ _id: 'mira' });
    const written = buildModuleReview({ rating: 5, text: 'Great.' });
    const { user, sent, changeReviews, change } = await open({
      module: HAS_IT,
      routes: {
        'POST /modules/:id/reviews': () => {
          changeReviews([written]);
          change({ myReview: written });
          return { review: written };
        },
      },
    });
    await user.click(section().getByRole('button', { name: 'Write a Review' }));
    const form = within(await dialog());
    await user.click(form.getByRole('button', { name: 'Post review' }));
    expect(await form.findByText('Choose one to five stars')).toBeVisible();
    await user.click(form.getByRole('radio', { name: '5 stars' }));
    await user.type(form.getByRole('textbox', { name: 'Review' }), ' Great. ');
    await user.click(form.getByRole('button', { name: 'Post review' }));
    expect(await screen.findByText('Thank you for your review')).toBeVisible();
    expect(sent('POST')).toMatchObject([{ path: '/modules/m1/reviews', body: { rating: 5, text: 'Great.' } }]);
    expect(await screen.findByText('Great.')).toBeVisible();
    expect(section().getByRole('button', { name: 'Edit Your Review' })).toBeVisible();
  });

  it('changes the one that one has', async () => {
    signInAs({ _id: 'mira' });
    const { user, sent } = await open({
      module: { ...HAS_IT, myReview: buildModuleReview() },
      routes: { 'POST /modules/:id/reviews': () => ({ review: buildModuleReview() }) },
    });
    await user.click(section().getByRole('button', { name: 'Edit Your Review' }));
    const form = within(await dialog('Edit Your Review'));
    expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked();
    expect(form.getByRole('textbox', { name: 'Review' })).toHaveValue('Clear and quick.');
    await user.click(form.getByRole('radio', { name: '2 stars' }));
    await user.click(form.getByRole('button', { name: 'Save review' }));
    await waitFor(() => expect(sent('POST')).toMatchObject([{ body: { rating: 2, text: 'Clear and quick.' } }]));
    expect(await screen.findByText('Your review was changed')).toBeVisible();
  });

  it('keeps what was written when it did not arrive', async () => {
    signInAs({ _id: 'mira' });
    const { user } = await open({ module: HAS_IT, routes: { 'POST /modules/:id/reviews': () => NETWORK_FAILURE } });
    await user.click(section().getByRole('button', { name: 'Write a Review' }));
    const form = within(await dialog());
    await user.click(form.getByRole('radio', { name: '1 star' }));
    await user.type(form.getByRole('textbox', { name: 'Review' }), 'Broken.');
    await user.click(form.getByRole('button', { name: 'Post review' }));
    expect(await screen.findByText('The review could not be sent. Please try again.')).toBeVisible();
    expect(form.getByRole('textbox', { name: 'Review' })).toHaveValue('Broken.');
  });
});

describe('the author’s answer', () => {
  it('is written under the review', async () => {
    signInAs({ _id: 'lena' });
    const answered = buildModuleReview({ answer: { text: 'Thanks.', at: '2026-11-20T12:00:00.000Z' } });
    const { user, sent, changeReviews } = await open({
      reviews: [buildModuleReview()],
      routes: {
        'PUT /modules/:id/reviews/:reviewId/answer': () => {
          changeReviews([answered]);
          return { review: answered };
        },
      },
    });
    await user.click(await section().findByRole('button', { name: 'Answer' }));
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveFocus();
    await user.keyboard('Thanks.');
    await user.click(screen.getByRole('button', { name: 'Save answer' }));
    expect(await screen.findByText('Your answer was saved')).toBeVisible();
    expect(sent('PUT')).toMatchObject([{ path: '/modules/m1/reviews/r1/answer', body: { text: 'Thanks.' } }]);
    expect(await section().findByText('Thanks.')).toBeVisible();
    expect(section().getByRole('button', { name: 'Edit answer' })).toBeVisible();
  });

  it('is nobody else’s to write', async () => {
    signInAs(MIRA);
    await open({ reviews: [buildModuleReview()] });
    await list();
    expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
  });
});
