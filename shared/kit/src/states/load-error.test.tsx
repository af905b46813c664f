import { ApiError } from '@solvent/http';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { LoadError } from './load-error.tsx';

it.each([
  [
    'no response',
    new ApiError(0, 'network', 'Network Error'),
    'Not available without a connection. It will load when the connection is back.',
  ],
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
