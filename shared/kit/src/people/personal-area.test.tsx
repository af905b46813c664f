import { jest } from '@jest/globals';
import { renderScreen, useRealStyles } from '@solvent/testing/render-screen';
import { clearSession, sessionStore } from '@solvent/store';
import { act, screen } from '@testing-library/react';
import { PersonalArea, ReaderProvider } from './personal-area.tsx';

const refetch = jest.fn();
const STALE = { dataUpdatedAt: 0, errorUpdatedAt: 0, fetchStatus: 'fetching', error: null, refetch } as const;

const show = (query: Parameters<typeof ReaderProvider>[0]['query']) =>
  renderScreen(
    <ReaderProvider query={query}>
      <PersonalArea data-testid="area">
        <button type="button">Buy Now</button>
      </PersonalArea>
      <PersonalArea needs="session">
        <button type="button">Ask</button>
      </PersonalArea>
    </ReaderProvider>,
  );

describe('content that depends on the reader (product 10.9)', () => {
  useRealStyles();
  afterEach(() => refetch.mockClear());

  it('cannot be seen or used until the response of the signed-in user has arrived', () => {
    show(STALE);
    expect(screen.getByText('Buy Now')).not.toBeVisible();
    expect(screen.getByTestId('area')).toHaveAttribute('inert');
    expect(screen.getByTestId('area')).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Ask')).toBeVisible();
  });

  it('is shown once the response has arrived, also while it is requested again or that fails', () => {
    show({ ...STALE, dataUpdatedAt: 1, errorUpdatedAt: 2 });
    expect(screen.getByText('Buy Now')).toBeVisible();
    expect(screen.getByTestId('area')).not.toHaveAttribute('aria-busy');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['has failed', { ...STALE, errorUpdatedAt: 1, fetchStatus: 'idle' } as const, false],
    ['is requested again after it failed', { ...STALE, errorUpdatedAt: 1 }, true],
    ['cannot be requested offline', { ...STALE, fetchStatus: 'paused' } as const, false],
  ])('stays hidden, with "Try again", when the response %s', async (_word, query, isBusy) => {
    const { user } = show(query);
    expect(screen.getByText('Buy Now')).not.toBeVisible();
    expect(screen.getByTestId('area')).toHaveAttribute('inert');
    expect(screen.getByTestId('area').hasAttribute('aria-busy')).toBe(isBusy);
    expect(screen.getByText('Ask')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Your account’s details could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('is hidden while the server, which renders the page, does not know the user', () => {
    act(() => sessionStore.setState({ userData: null, isLogin: true }));
    show({ ...STALE, dataUpdatedAt: 1 });
    for (const text of ['Buy Now', 'Ask']) expect(screen.getByText(text)).not.toBeVisible();
    act(clearSession);
  });
});
