import { useQuery, http } from '@solvent/http';
import { brokenServer, fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { LoadError } from './load-error.tsx';

let api: ReturnType<typeof fakeApi>;
afterEach(() => api.restore());

function Names({ size }: { size: 'part' | 'inline' }) {
  const { error, refetch } = useQuery({ queryKey: ['names'], queryFn: () => http.get('/names'), retry: false });
  return error ? (
    <LoadError size={size} title="The names could not be loaded" error={error} onRetry={() => void refetch()} />
  ) : null;
}

function open(answer: Parameters<typeof fakeApi>[0][string], size: 'part' | 'inline' = 'part') {
  api = fakeApi({ 'GET /names': answer });
  return renderScreen(<Names size={size} />);
}

describe('what could not be loaded (product 8.23)', () => {
  it.each(['part', 'inline'] as const)('says what to quote where the server failed: %s', async (size) => {
    open(() => brokenServer('7F3KQ2'), size);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The names could not be loaded');
    expect(alert).toHaveTextContent('Reference 7F3KQ2');
    expect(alert).not.toHaveTextContent('Check your connection');
    expect(screen.getByText('7F3KQ2')).toHaveStyle({ userSelect: 'all' });
  });

  it.each([
    ['without an answer', NETWORK_FAILURE],
    ['of a refusal', refuse('conflict', 'Not now.')],
  ])('has nothing to quote %s', async (_what, answer) => {
    open(() => answer);
    expect(await screen.findByRole('alert')).toHaveTextContent('The names could not be loaded');
    expect(screen.queryByText(/Reference/)).toBeNull();
  });
});
