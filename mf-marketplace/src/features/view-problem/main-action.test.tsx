import { clearSession, consumePendingAction, onDialogRequest, savePendingAction, saveUser } from '@solvent/store';
import { buildUser, signInAs } from '@solvent/testing/factories';
import { act, screen } from '@testing-library/react';
import { buildProblem, findTitle, getSideCard, openPage } from '../../testing/open-problem.tsx';

let opened: ReturnType<typeof openPage>;
let requested: string[] = [];
const stop = onDialogRequest((slot) => requested.push(slot));

async function open(role: 'seeker' | 'solver', problem: Parameters<typeof buildProblem>[0] = {}) {
  savePendingAction('bid', 'p1');
  signInAs({ _id: 'ada', token: 'token', role });
  opened = openPage(() => ({ problem: buildProblem(problem) }));
  await findTitle();
}

afterEach(() => {
  opened.api.restore();
  clearSession();
  sessionStorage.clear();
  requested = [];
});
afterAll(stop);

describe('a bid that was begun before signing in (product 2.63)', () => {
  it('opens the form for a solver, once', async () => {
    await open('solver');
    expect(await screen.findByRole('dialog', { name: 'Bid on this problem' })).toBeVisible();
    expect(consumePendingAction('bid')).toBeUndefined();
    expect(requested).toEqual([]);
  });

  it('opens the role switch for a seeker, and then the form', async () => {
    await open('seeker');
    expect(requested).toEqual(['solver-switch-dialog']);
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => saveUser(buildUser({ _id: 'ada', role: 'solver' })));
    expect(await screen.findByRole('dialog', { name: 'Bid on this problem' })).toBeVisible();
  });

  it('shows why there are no bids on a problem that was closed meanwhile', async () => {
    await open('solver', { status: 'closed' });
    expect(getSideCard().getByText('This problem is closed and no longer accepts bids.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
