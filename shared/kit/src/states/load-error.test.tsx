import { ApiError, watchConnection } from '@solvent/http';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen } from '@testing-library/react';
import { LoadError } from './load-error.tsx';

it.each([
  ['no response to one request', new ApiError(0, 'network', 'Network Error'), 'Check your connection and try again.'],
  [
    'a failed server',
    new ApiError(500, 'internal', 'No', {}, undefined, '7F3KQ2'),
    'Something failed on our side. Please try again in a moment.',
  ],
  ['code that is not loaded', new Error('Loading chunk failed'), 'Check your connection and try again.'],
])('advises what to do after %s (product 8.18, 8.24)', (_what, error, text) => {
  renderScreen(<LoadError title="Your bids could not be loaded" error={error} onRetry={() => undefined} />);
  expect(screen.getByText(text)).toBeVisible();
});

it('promises to load when the connection is back, while there is none (product 8.18)', () => {
  const stop = watchConnection();
  const error = new ApiError(0, 'network', 'Network Error');
  renderScreen(<LoadError title="Your bids could not be loaded" error={error} onRetry={() => undefined} />);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByText('Not available without a connection. It will load when the connection is back.')).toBeVisible();
  act(stop);
});
