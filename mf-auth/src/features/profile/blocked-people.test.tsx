import { signInAs } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { answerOf, openOwnProfile } from '../../testing/open-own-profile.tsx';

const DIEGO = { _id: 'diego', name: 'Diego Fuentes', image: null, blockedAt: '2026-11-20T10:00:00.000Z' };

beforeEach(() => void signInAs({ _id: 'ada', name: 'Ada Park' }));

/** Once its code has come, and what it shows. */
async function section() {
  await screen.findByRole('region', { name: 'Blocked people' });
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading blocked people' })).not.toBeInTheDocument());
  return within(screen.getByRole('region', { name: 'Blocked people' }));
}
const open = (blocks: () => object, unblock: () => object = () => ({ blockedByMe: false })) =>
  openOwnProfile(() => answerOf(), { 'GET /auth/blocks': blocks, 'DELETE /auth/profile/:id/block': unblock });

describe('the people that somebody has blocked', () => {
  it('are listed, and can be unblocked', async () => {
    let people = [DIEGO];
    const { user } = open(
      () => ({ people }),
      () => {
        people = [];
        return { blockedByMe: false };
      },
    );
    const shown = await section();
    expect(await shown.findByRole('link', { name: 'Diego Fuentes' })).toHaveAttribute('href', '/profile/diego');
    await user.click(shown.getByRole('button', { name: 'Unblock Diego Fuentes' }));
    expect(await shown.findByText(/You have blocked nobody/)).toBeVisible();
    expect(await screen.findByText('Diego Fuentes is not blocked any more')).toBeInTheDocument();
  });

  it('stay where the server did not do it', async () => {
    const { user } = open(
      () => ({ people: [DIEGO] }),
      () => refuse('internal', ''),
    );
    const shown = await section();
    await user.click(await shown.findByRole('button', { name: 'Unblock Diego Fuentes' }));
    expect(await screen.findByText('Failed to unblock the person')).toBeInTheDocument();
    expect(shown.getByRole('button', { name: 'Unblock Diego Fuentes' })).toBeVisible();
  });

  it('that cannot be loaded can be tried again', async () => {
    let answer: () => object = () => refuse('internal', '');
    const { user } = open(() => answer());
    const shown = await section();
    await shown.findByText('The people that you have blocked could not be loaded.');
    answer = () => ({ people: [] });
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(shown.getByText(/You have blocked nobody/)).toBeVisible());
  });
});
