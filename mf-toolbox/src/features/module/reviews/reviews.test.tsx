import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { buildModuleDetail, buildModuleReview } from '../../../testing/build-module.ts';
import { respondInOrder } from '../../../testing/respond-in-order.ts';
import { closeModule, openModulePage } from '../../../testing/open-module.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

afterEach(closeModule);

describe('reviews (product 2.30, 3.15, 6.7)', () => {
  const GET = 'GET /modules/:id/reviews';
  const POST = 'POST /modules/:id/reviews';
  const page = (...reviews: object[]) => ({ reviews, total: reviews.length, totalPages: 1 });
  const reviews = () => within(screen.getByRole('region', { name: 'Reviews' }));

  it('show the stars, and ten reviews at a time with the answers of the author (product 9.2)', async () => {
    const first = buildModuleReview({ answer: { text: 'Thank you!', at: '2026-11-20T12:00:00.000Z' } });
    const others = Array.from({ length: 11 }, (_, n) => buildModuleReview({ id: `s${n}`, text: `Text ${n}` }));
    const all = [first, ...others];
    const get = ({ params }: { params: Record<string, unknown> }) => ({
      ...page(...all.slice((Number(params.page) - 1) * 10, Number(params.page) * 10)),
      totalPages: 2,
    });
    const { user } = await openModulePage({ module: { rating: 4.67, ratingCount: 12 }, routes: { [GET]: get } });
    expect(reviews().getByText('4.7')).toBeVisible();
    const rows = within(reviews().getByRole('list', { name: 'Stars' })).getAllByRole('listitem');
    const texts = ['5 stars9 reviews', '4 stars2 reviews', '3 stars1 review', '2 stars0 reviews', '1 star0 reviews'];
    expect(rows.map((row) => row.textContent)).toEqual(texts);
    const items = within(await screen.findByRole('list', { name: 'Reviews' })).getAllByRole('listitem');
    expect(items).toHaveLength(10);
    const review = within(items[0] ?? document.body);
    expect(review.getByRole('link', { name: 'Mira Chen' })).toHaveAttribute('href', '/profile/mira');
    expect(review.getByText('Rated 4 out of 5')).toBeInTheDocument();
    for (const text of ['Clear and quick.', 'Thank you!', 'Author']) expect(review.getByText(text)).toBeVisible();
    await user.click(button('Show more reviews'));
    expect(await screen.findByText('Text 10')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more reviews' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
    expect(reviews().getByRole('link', { name: 'Write a Review' })).toHaveAttribute('href', '/signin');
  });

  it.each([
    [0, 'Download the module to review it.'],
    [1900, 'Buy the module to review it.'],
  ])('need the module (at %i cents)', async (priceCents, text) => {
    signInAs();
    await openModulePage({ module: { priceCents } });
    expect(button('Write a Review')).toBeDisabled();
    expect(button('Write a Review')).toHaveAccessibleDescription(text);
  });

  it('are written with stars, kept after a failure, and changed (product 5.14, 8.11)', async () => {
    signInAs({ _id: 'mira' });
    const written = buildModuleReview({ rating: 5, text: 'Great.' });
    let isWritten = false;
    const answers = [NETWORK_FAILURE];
    const routes = {
      'GET /modules/:id': () => ({ module: buildModuleDetail({ owned: true, myReview: isWritten ? written : null }) }),
      [GET]: () => (isWritten ? page(written) : page()),
      [POST]: () => {
        const failure = answers.shift();
        isWritten = !failure;
        return failure ?? { review: written };
      },
    };
    const { user, sent } = await openModulePage({ routes });
    await user.click(button('Write a Review'));
    const form = await dialog('Write a Review');
    await user.click(form.getByRole('button', { name: 'Post review' }));
    expect(await form.findByText('Choose 1 to 5 stars')).toBeVisible();
    await user.click(form.getByRole('radio', { name: '5 stars' }));
    await user.type(form.getByRole('textbox', { name: 'Review' }), ' Great. ');
    await user.click(form.getByRole('button', { name: 'Post review' }));
    expect(await screen.findByText('The review could not be sent. Please try again.')).toBeVisible();
    expect(form.getByRole('textbox', { name: 'Review' })).toHaveValue(' Great. ');
    await user.click(await form.findByRole('button', { name: 'Post review' }));
    expect(await screen.findByText('Thank you for your review')).toBeVisible();
    expect(await screen.findByText('Great.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Edit Your Review' }));
    const edit = await dialog('Edit Your Review');
    expect(edit.getByRole('radio', { name: '5 stars' })).toBeChecked();
    expect(edit.getByRole('textbox', { name: 'Review' })).toHaveValue('Great.');
    await user.click(edit.getByRole('radio', { name: '2 stars' }));
    await user.click(edit.getByRole('button', { name: 'Save review' }));
    expect(await screen.findByText('Your review was changed')).toBeVisible();
    expect(sent('POST').map(({ body }) => (body as { rating: number }).rating)).toEqual([5, 5, 2]);
  });

  it('are answered by the author (product 6.7, 8.11)', async () => {
    signInAs({ _id: 'lena' });
    const answered = buildModuleReview({ answer: { text: 'Thanks.', at: '2026-11-20T12:00:00.000Z' } });
    let isAnswered = false;
    const routes = {
      [GET]: () => page(isAnswered ? answered : buildModuleReview()),
      'PUT /modules/:id/reviews/:reviewId/answer': () => {
        isAnswered = true;
        return { review: answered };
      },
    };
    const { user, sent } = await openModulePage({ routes });
    await user.click(await reviews().findByRole('button', { name: 'Answer' }));
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveFocus();
    await user.keyboard('Thanks.');
    await user.click(button('Save answer'));
    expect(await screen.findByText('Your answer was saved')).toBeVisible();
    expect(sent('PUT')).toMatchObject([{ path: '/modules/m1/reviews/r1/answer', body: { text: 'Thanks.' } }]);
    expect(await reviews().findByText('Thanks.')).toBeVisible();
    expect(button('Edit answer')).toBeVisible();
  });

  it('load again after a failure (product 10.10)', async () => {
    const { user } = await openModulePage({ routes: { [GET]: respondInOrder(refuse('internal', 'No'), page()) } });
    expect(await screen.findByText('The reviews could not be loaded.')).toBeVisible();
    await user.click(reviews().getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No reviews yet.')).toBeVisible();
  });
});
