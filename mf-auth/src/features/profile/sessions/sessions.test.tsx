import type { SessionSummary } from '@solvent/contracts';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { Sessions } from './sessions.tsx';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

const buildSession = (overrides: Partial<SessionSummary>): SessionSummary => ({
  _id: 'session',
  userAgent: FIREFOX,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  current: false,
  ...overrides,
});
const HERE = buildSession({ _id: 'here', current: true });
const PHONE = buildSession({ _id: 'phone', userAgent: IPHONE });
const OLD = buildSession({ _id: 'old', userAgent: '' });

function open(sessions: SessionSummary[], end: () => object = () => ({})) {
  const api = fakeApi({ 'GET /auth/sessions': () => ({ sessions }), 'DELETE /auth/sessions/:id': end });
  const ended = () => api.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  return { ended, ...renderScreen(<Sessions />) };
}

const rows = () => screen.findAllByRole('listitem');
const everywhereElse = () => screen.findByRole('button', { name: 'Sign out everywhere else' });

describe('the signed-in devices', () => {
  it('come with this one first, which cannot be signed out by its row', async () => {
    open([PHONE, HERE]);
    const [first, second] = await rows();
    expect(first).toHaveTextContent('Firefox on Linux');
    expect(first).toHaveTextContent('This device');
    expect(first && within(first).queryByRole('button')).toBeNull();
    expect(second).toHaveTextContent('Safari on iPhone');
    expect(second).toHaveTextContent('Signed in November 20, 2026Last used 3h ago');
    expect(second).not.toHaveTextContent('This device');
  });

  it('offer nothing to end when there is but this one', async () => {
    open([HERE]);
    await rows();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('can be signed out one by one; the focus stays with the list', async () => {
    const { user, ended } = open([HERE, PHONE, OLD]);
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('The device was signed out')).toBeVisible();
    expect(ended()).toEqual(['/auth/sessions/phone']);
    expect(await rows()).toHaveLength(2);
    expect(screen.getByRole('group', { name: 'Devices' })).toHaveFocus();
  });

  it('that are out already leave the list all the same', async () => {
    const { user } = open([HERE, PHONE], () => refuse('not_found', 'This session does not exist.'));
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('The device was signed out')).toBeVisible();
    expect(await rows()).toHaveLength(1);
  });

  it('stay in the list when they could not be signed out', async () => {
    const { user } = open([HERE, PHONE], () => refuse('internal', 'Something went wrong.'));
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('Something went wrong.')).toBeVisible();
    expect(await rows()).toHaveLength(2);
  });

  it('are all signed out but this one, after asking once', async () => {
    const { user, ended } = open([HERE, PHONE, OLD]);
    await user.click(await everywhereElse());
    const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere else?' });
    expect(ended()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Sign out 2 devices' }));
    expect(await screen.findByText('All other devices were signed out')).toBeVisible();
    expect(ended()).toEqual(['/auth/sessions/phone', '/auth/sessions/old']);
    expect(await rows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  it('stay when the question is cancelled', async () => {
    const { user, ended } = open([HERE, PHONE]);
    await user.click(await everywhereElse());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(ended()).toEqual([]);
  });

  it('are five at first, and all on request', async () => {
    const many = Array.from({ length: 11 }, (_, i) => buildSession({ _id: `other-${i}` }));
    const { user } = open([HERE, ...many]);
    expect(await rows()).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Show all 12 devices' }));
    expect(await rows()).toHaveLength(12);
  });

  it('that could not be loaded can be tried again', async () => {
    let answer: object = refuse('internal', 'Something went wrong.');
    fakeApi({ 'GET /auth/sessions': () => answer });
    const { user } = renderScreen(<Sessions />);
    expect(await screen.findByText('Your devices could not be loaded.')).toBeVisible();
    answer = { sessions: [HERE] };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(1);
  });
});
