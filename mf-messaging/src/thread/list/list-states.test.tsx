import { ApiError } from '@solvent/http';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { ListHead, ThreadFailure } from './list-states.tsx';

const ofServer = new ApiError(500, 'internal', 'Something went wrong on our side.', {}, undefined, '7F3KQ2');

describe('what can be quoted of messages that did not come (product 8.23)', () => {
  it('stands above the first message, where older ones did not', async () => {
    let tries = 0;
    const { user } = renderScreen(<ListHead hasOlder error={ofServer} name="Jonas Weber" onRetry={() => (tries += 1)} />);
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Older messages could not be loaded.');
    expect(alert).toHaveTextContent('Reference 7F3KQ2');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
  });

  it('stands in place of all of them, and nobody is told to look at their connection (product 8.24)', () => {
    renderScreen(<ThreadFailure error={ofServer} onRetry={() => undefined} />);
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Reference 7F3KQ2');
    expect(alert).toHaveTextContent('Please try again in a moment. What you write meanwhile is kept.');
    expect(alert).not.toHaveTextContent('connection');
  });
});
