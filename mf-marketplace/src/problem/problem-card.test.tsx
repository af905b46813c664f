import { buildProblem } from '@solvent/testing/factories';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { asListed } from '../api/problems.ts';
import { ProblemCard } from './problem-card.tsx';

type Wire = Parameters<typeof asListed>[0];

function show(overrides: Partial<Wire> = {}) {
  const view = renderScreen(<ProblemCard problem={asListed(buildProblem({ _id: 'p1', ...overrides }))} />);
  return { ...view, card: within(screen.getByRole('article')) };
}

describe('a problem card (product 2.18)', () => {
  it('links its title, as its heading and name, to /view-problems/{id}', () => {
    const { card } = show({ title: 'Flaky test' });
    const heading = card.getByRole('heading', { name: 'Flaky test' });
    expect(within(heading).getByRole('link')).toHaveAttribute('href', '/view-problems/p1');
    expect(screen.getByRole('article')).toHaveAccessibleName('Flaky test');
  });

  it('leads there by View Details too', async () => {
    const { card, user } = show({ title: 'Flaky test' });
    const link = card.getByRole('link', { name: 'View Details' });
    expect(link).toHaveAccessibleDescription('Flaky test');
    await user.click(link);
    expect(screen.getByLabelText('Address')).toHaveTextContent('/view-problems/p1');
  });

  it.each([
    ['open', 'Open', 'subtle'],
    ['in-progress', 'In progress', 'outline'],
    ['solved', 'Solved', 'solid'],
    ['closed', 'Closed', 'subtle'],
  ] as const)('shows the state %s as "%s", %s, with an icon', (status, word, variant) => {
    const badge = show({ status }).card.getByText(word);
    expect(badge).toHaveAttribute('data-variant', variant);
    expect(badge.querySelector('svg')).toBeInTheDocument();
  });

  it.each([
    [0, '$0'],
    [250, '$250'],
    [10_000, '$10,000'],
  ])('shows a budget of %d as %s', (budget, text) => {
    expect(show({ budget }).card.getByText(text)).toBeVisible();
  });

  it.each([
    [0, '0 Bids'],
    [1, '1 Bid'],
    [2, '2 Bids'],
  ])('counts %d as "%s"', (bidCount, text) => {
    expect(show({ bidCount }).card.getByText(text)).toBeVisible();
  });

  it('names the category by its label, and says Frontend when there is none (product 9.9)', () => {
    const { card, unmount } = show({ category: 'ai-ml' });
    expect(card.getByText('AI & Machine Learning')).toBeVisible();
    unmount();
    expect(show({ category: undefined }).card.getByText('Frontend')).toBeVisible();
  });

  it('shows four tags and how many more there are', () => {
    const { card } = show({ tags: ['React', 'AWS', 'Ruby', 'Docker', 'Go', 'Rust'] });
    for (const tag of ['React', 'AWS', 'Ruby', 'Docker']) expect(card.getByText(tag)).toBeVisible();
    expect(card.queryByText('Go')).toBeNull();
    expect(card.getByText(/^\+2/)).toHaveTextContent('+2 more tags');
  });

  it('shows exactly four tags without a rest', () => {
    expect(show({ tags: ['React', 'AWS', 'Ruby', 'Docker'] }).card.queryByText(/^\+/)).toBeNull();
  });

  it('shows two lines of the description', () => {
    const description = 'After a reconnect the client misses messages.';
    expect(show({ description }).card.getByText(description)).toHaveStyle({ WebkitLineClamp: '2' });
  });

  it('shows who posted it, by picture or initial, and when', () => {
    const { card, unmount } = show({ user: { _id: 'u', name: 'mira Chen', image: null }, createdAt: new Date().toISOString() });
    expect(card.getByText('mira Chen')).toBeVisible();
    expect(card.getByText('M')).toBeVisible();
    expect(card.getByText('Just now')).toBeVisible();
    unmount();
    show({ user: { _id: 'u', name: 'Mira Chen', image: '/mira.webp' } });
    expect(screen.getByRole('article').querySelector('img')).toHaveAttribute('src', '/mira.webp');
  });

  it('is whole where the wire names an id and a title alone (product 3.6)', () => {
    renderScreen(<ProblemCard problem={asListed({ _id: 'p1', title: 'Bare' })} />);
    const card = screen.getByRole('article', { name: 'Bare' });
    expect(card).toHaveTextContent('OpenFrontendBare');
    expect(card).toHaveTextContent('0 Bids$0View Details');
  });
});
