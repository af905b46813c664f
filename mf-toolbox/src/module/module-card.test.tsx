import { buildModule } from '@solvent/testing/factories';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen } from '@testing-library/react';
import { ModuleCard } from './module-card.tsx';

const open = (overrides: Parameters<typeof buildModule>[0] = {}) =>
  renderScreen(<ModuleCard module={buildModule(overrides)} first={false} />);
const card = () => screen.getByRole('article');

describe('a module’s card (product 2.29)', () => {
  it('links to the module and tells title, description and author', () => {
    open({
      id: 'payment-setup',
      title: 'Payment Setup',
      description: 'Checkout and invoices.',
      author: { _id: 'u1', name: 'Lena Vogt', image: null },
    });
    expect(screen.getByRole('link', { name: 'Payment Setup' })).toHaveAttribute('href', '/toolbox/payment-setup');
    expect(screen.getByText('Checkout and invoices.')).toBeVisible();
    expect(screen.getByText('Lena Vogt')).toBeVisible();
  });

  it.each([
    [0, 'Free'],
    [1900, '$19'],
    [1950, '$19.50'],
    [120_000, '$1,200'],
  ])('%i cents are "%s"', (priceCents, text) => {
    open({ priceCents });
    expect(screen.getByText(text)).toBeVisible();
  });

  it('has the rating with one decimal and its count, the downloads with separators', () => {
    open({ rating: 4, ratingCount: 1204, downloads: 15_320 });
    expect(card()).toHaveTextContent('Rated 4.0 out of 5, (1,204 ratings)');
    expect(card()).toHaveTextContent('15,320 downloads');
  });

  it('says so while nobody has rated it, and counts one as one', () => {
    open({ rating: 0, ratingCount: 0, downloads: 1 });
    expect(screen.getByText('No ratings yet')).toBeVisible();
    expect(card()).toHaveTextContent(/1 download$|1 download\D/);
  });

  it('shows three tags and how many more there are', () => {
    open({ tags: ['React', 'TypeScript', 'AWS', 'Docker', 'Redis'] });
    expect(screen.getByText('AWS')).toBeVisible();
    expect(screen.queryByText('Docker')).toBeNull();
    expect(screen.getByText('+2')).toHaveAttribute('title', 'Docker, Redis');
  });

  it('keeps a box of 16:9 for its picture, and has art of its own where that is missing or broken', () => {
    const { container } = open({ previewImage: '/previews/chart.webp' });
    const picture = container.querySelector('img');
    expect(picture).toHaveAttribute('src', '/previews/chart.webp');
    expect(picture).toHaveAttribute('loading', 'lazy');
    if (picture) fireEvent.error(picture);
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('.lucide-blocks')).not.toBeNull();
  });
});
