import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { LoadError } from './load-error.tsx';
import { PersonLink, Stars, UnreadBadge } from './people.tsx';

describe('a person', () => {
  it.each([undefined, 24])('has a link to their page, with a picture of %s px', (avatar) => {
    renderScreen(<PersonLink person={{ _id: 'u 1', name: 'Ada Park', image: null }} {...(avatar ? { avatar } : {})} />);
    expect(screen.getByRole('link', { name: 'Ada Park' })).toHaveAttribute('href', '/profile/u%201');
  });

  it.each([
    ['whose account was deleted', { _id: 'u1', name: 'Deleted user', image: null }],
    ['who is not known', { _id: '', name: 'Somebody', image: null }],
  ])('%s has none', (_who, person) => {
    renderScreen(<PersonLink person={person} />);
    expect(screen.getByText(person.name)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

it.each([
  [4, 'Rated 4 out of 5'],
  [4.26, 'Rated 4.3 out of 5'],
])('%d stars are said in words', (rating, text) => {
  renderScreen(<Stars rating={rating} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

it.each([
  [4, 4, 0],
  [4.2, 4, 0],
  [4.26, 4, 1],
  [4.74, 4, 1],
  [4.75, 5, 0],
  [0.4, 0, 1],
  [5, 5, 0],
])('%d stars are %i full ones and %i halves', (rating, full, half) => {
  const { container } = renderScreen(<Stars rating={rating} />);
  expect(container.querySelectorAll('[data-fill=full]')).toHaveLength(full);
  expect(container.querySelectorAll('[data-fill=half]')).toHaveLength(half);
  expect(container.querySelectorAll('[data-fill]')).toHaveLength(5);
});

it.each([
  [0, ''],
  [9, '9'],
  [10, '9+'],
])('%i unread are shown as "%s" (product 9)', (count, text) => {
  renderScreen(
    <button type="button">
      <UnreadBadge count={count} />
    </button>,
  );
  expect(screen.getByRole('button')).toHaveTextContent(new RegExp(`^${text.replace('+', '\\+')}$`));
});

describe('what did not load', () => {
  it('as a whole page has its h1, says what to do, and tries again', async () => {
    let tries = 0;
    const { user } = renderScreen(<LoadError size="page" title="The profile could not be loaded" onRetry={() => (tries += 1)} />);
    expect(screen.getByRole('heading', { level: 1, name: 'The profile could not be loaded' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Check your connection and try again.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
  });

  it('in a line is said at once', () => {
    renderScreen(<LoadError size="inline" title="Your devices could not be loaded." onRetry={() => undefined} />);
    expect(screen.getByRole('alert')).toHaveTextContent(/^Your devices could not be loaded.Try again$/);
  });
});
