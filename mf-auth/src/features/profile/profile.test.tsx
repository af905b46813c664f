import { jest } from '@jest/globals';
import type { SessionSummary, User } from '@solvent/contracts';
import { clearSession, getSession, setSoundEnabled, useSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { publicProfileKey } from '../../api/public-profiles.ts';
import { Component as SwitchRoleDialog } from '../../switch-role/switch-role-dialog.tsx';
import { deferred } from '../../testing/fake-identity.ts';
import { Component as BlockedPeople } from './blocked-people.tsx';
import { Sessions } from './sessions/sessions.tsx';

const push = {
  usePush: jest.fn(() => ({ isAvailable: false, isOn: false })),
  turnOnPush: jest.fn(async () => undefined),
  turnOffPush: jest.fn(async () => undefined),
};
jest.unstable_mockModule('@solvent/push', () => push);
const { RoleSection } = await import('../../switch-role/role-section.tsx');
const { PushSwitch } = await import('./settings.tsx');
const { buildUserResponse, openSettings } = await import('../../testing/open-settings.tsx');

const failed = refuse('internal', 'Something went wrong.');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.findByRole('button', { name });
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

beforeEach(() => {
  localStorage.clear();
  clearSession();
  signInAs({ _id: 'ada', token: 'token-of-ada', role: 'solver' });
});

describe('/profile/settings (product 2.64)', () => {
  const getLinks = () =>
    within(screen.getByRole('navigation', { name: 'Settings' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  const paths = ['profile', 'account', 'notifications', 'security', 'data'].map((name) => `/profile/settings/${name}`);

  it('lists its sections on phones, and opens the first one on wide screens', async () => {
    const matchMedia = jest.spyOn(window, 'matchMedia');
    const match = (matches: boolean) =>
      matchMedia.mockReturnValue(Object.assign(new EventTarget(), { matches }) as MediaQueryList);
    match(false);
    const { unmount } = openSettings('/profile/settings');
    expect(await heading('Settings')).toBeVisible();
    expect(getLinks()).toEqual(paths);
    unmount();
    match(true);
    openSettings('/profile/settings');
    expect(await heading('Profile')).toBeVisible();
    expect(screen.getByLabelText('Address')).toHaveTextContent('/profile/settings/profile');
    expect(getLinks()).toEqual(paths);
    matchMedia.mockRestore();
  });

  it.each([
    ['account', ['Email', 'Role', 'Preferences', 'Blocked people']],
    ['security', ['Password', 'Ways to sign in', 'Signed-in devices']],
    ['data', ['Your data', 'Delete account']],
  ])('has a section %s', async (name, titles) => {
    openSettings(`/profile/settings/${name}`);
    for (const title of titles) expect(await screen.findByRole('region', { name: title })).toBeVisible();
  });

  it('retries after a failure (product 5.5, 10.10)', async () => {
    const answers = [failed, {}, buildUserResponse({ name: 'Ada Lovelace' })];
    const { user } = openSettings('/profile/settings/profile', () => answers.shift() ?? {});
    expect(await screen.findByText('Your profile could not be loaded')).toBeVisible();
    await user.click(await button('Try again'));
    await waitFor(() => expect(answers).toHaveLength(1));
    await user.click(await button('Try again'));
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada Lovelace');
    expect(getSession().userData).toMatchObject({ name: 'Ada Lovelace', token: 'token-of-ada' });
  });
});

describe('preferences (product 2.64)', () => {
  it('toggle the notification sound, the theme and single-key shortcuts (product 2.3, 3.1, 4.9, 8.5, 10.28)', async () => {
    setSoundEnabled(true);
    const { user, unmount } = openSettings('/profile/settings/notifications');
    const sound = await screen.findByRole('switch', { name: 'Notification sound' });
    expect(sound).toBeChecked();
    await user.click(sound);
    expect(await screen.findByText('Notification sound disabled')).toBeVisible();
    expect(sound).not.toBeChecked();
    expect(localStorage.getItem('notificationSound')).toBe('disabled');
    await user.click(sound);
    expect(await screen.findByText('Notification sound enabled')).toBeVisible();
    expect(localStorage.getItem('notificationSound')).toBe('enabled');
    unmount();
    openSettings('/profile/settings/account');
    const dark = await screen.findByRole('switch', { name: 'Dark theme' });
    expect(dark).not.toBeChecked();
    await user.click(dark);
    expect(dark).toBeChecked();
    expect(document.documentElement).toHaveClass('dark');
    await user.click(dark);
    expect(localStorage.getItem('theme')).toBe('light');
    const keys = screen.getByRole('switch', { name: 'Single-key shortcuts (/, J, K and ?)' });
    expect(keys).toBeChecked();
    await user.click(keys);
    expect(keys).not.toBeChecked();
    expect(localStorage.getItem('singleKeyShortcuts')).toBe('disabled');
    await user.click(keys);
    expect(keys).toBeChecked();
    expect(screen.queryByRole('switch', { name: 'Push notifications' })).not.toBeInTheDocument();
  });

  it('turn push notifications on and off where they are available (product 1.8, 8.9)', async () => {
    push.usePush.mockReturnValue({ isAvailable: true, isOn: false });
    push.turnOnPush.mockImplementation(async () => void push.usePush.mockReturnValue({ isAvailable: true, isOn: true }));
    push.turnOnPush.mockRejectedValueOnce(new Error('Notifications are blocked for this site.'));
    const { user } = renderScreen(<PushSwitch />);
    const toggle = screen.getByRole('switch', { name: 'Push notifications' });
    expect(toggle).not.toBeChecked();
    expect(push.turnOnPush).not.toHaveBeenCalled();
    await user.click(toggle);
    expect(await screen.findByText('Notifications are blocked for this site.')).toBeVisible();
    await user.click(toggle);
    expect(await screen.findByText('Push notifications are on for this browser')).toBeVisible();
    expect(toggle).toBeChecked();
    await user.click(toggle);
    expect(await screen.findByText('Push notifications are off')).toBeVisible();
    expect(push.turnOffPush).toHaveBeenCalledTimes(1);
  });
});

describe('the role (product 4.4)', () => {
  function OwnRole() {
    const user = useSession((state) => state.userData);
    return user ? <RoleSection user={user} /> : null;
  }
  const answered = (overrides: Partial<User>) => buildUserResponse({ _id: 'ada', ...overrides });
  const field = () => screen.findByRole('combobox', { name: 'Areas of expertise' });
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  it('is switched with areas of expertise, which survive a failure (product 3.19, 5.2, 5.5, 8.4)', async () => {
    signInAs({ _id: 'ada', role: 'seeker', expertiseAreas: [], token: 'kept' });
    const answers = [{}, answered({ role: 'solver', expertiseAreas: ['Rust'] }), answered({ role: 'seeker' })];
    const api = fakeApi({ 'PUT /auth/switch-role': () => answers.shift() ?? {} });
    const { user, queryClient } = renderScreen(<OwnRole />);
    queryClient.setQueryData(publicProfileKey('ada'), {});
    expect(screen.getByText(/You are a seeker/)).toBeVisible();
    await user.click(await button('Become a solver'));
    expect(await screen.findByRole('dialog', { name: 'Switch to Solver Account' })).toBeVisible();
    await field();
    await user.click(await button('Switch to Solver'));
    expect(await screen.findByText('Please add at least one area of expertise')).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(api.requests).toEqual([]);
    await user.type(await field(), 'Rust{Enter}');
    await user.click(await button('Switch to Solver'));
    expect(await screen.findByText('Failed to switch role')).toBeVisible();
    await isClosed();
    expect(getSession().userData?.role).toBe('seeker');
    await user.click(await button('Become a solver'));
    expect(await screen.findByText('1 skill(s) added')).toBeVisible();
    await user.click(await button('Switch to Solver'));
    expect(await screen.findByText('Successfully switched to solver account')).toBeVisible();
    expect(getSession().userData).toMatchObject({ role: 'solver', expertiseAreas: ['Rust'], token: 'kept' });
    expect(queryClient.getQueryState(publicProfileKey('ada'))?.isInvalidated).toBe(true);
    await isClosed();
    expect(screen.getByText(/You are a solver/)).toBeVisible();
    await user.click(await button('Switch to seeker'));
    await user.click(await button('Switch to Seeker'));
    expect(await screen.findByText('Successfully switched to seeker account')).toBeVisible();
    expect(api.requests.map(({ body }) => body)).toEqual([
      { expertiseAreas: ['Rust'], role: 'solver' },
      { expertiseAreas: ['Rust'], role: 'solver' },
      { expertiseAreas: ['Rust'], role: 'seeker' },
    ]);
  });

  it('closes the dialog with Escape, Cancel and success, and continues only after success (product 2.7, 2.68)', async () => {
    signInAs({ _id: 'ada', role: 'solver', expertiseAreas: ['Go', 'AWS'] });
    const answer = deferred<object>();
    fakeApi({ 'PUT /auth/switch-role': () => answer.promise });
    const onClose = jest.fn();
    const onDone = jest.fn();
    const { user } = renderScreen(<SwitchRoleDialog newRole="seeker" open onClose={onClose} onDone={onDone} />);
    expect(await screen.findByRole('dialog', { name: 'Switch to Seeker Account' })).toBeVisible();
    expect(screen.getByText(/^Only seekers can post problems\. Your bids, agreements and messages stay/)).toBeVisible();
    expect(screen.getByText('2 skill(s) added')).toBeVisible();
    // The first Escape only closes the suggestions.
    await user.typeKeys(await field(), 'rus');
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.click(await button('Cancel'));
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(onDone).not.toHaveBeenCalled();
    await user.click(await button('Switch to Seeker'));
    expect(await button('Switching...')).toBeDisabled();
    answer.resolve(answered({ role: 'seeker' }));
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(onClose).toHaveBeenCalledTimes(3);
  });
});

it('lists blocked people and unblocks them (product 2.14, 4.24, 8.14)', async () => {
  let people = [{ _id: 'diego', name: 'Diego Fuentes', image: null, blockedAt: '2026-11-20T10:00:00.000Z' }];
  const lists = [failed];
  const unblocks = [refuse('internal', '')];
  fakeApi({
    'GET /auth/blocks': () => lists.shift() ?? { people },
    'DELETE /auth/profile/:id/block': () => {
      const refusal = unblocks.shift();
      if (!refusal) people = [];
      return refusal ?? { blockedByMe: false };
    },
  });
  const { user } = renderScreen(<BlockedPeople />);
  expect(await screen.findByText('Blocked people could not be loaded.')).toBeVisible();
  await user.click(await button('Try again'));
  expect(await screen.findByRole('link', { name: 'Diego Fuentes' })).toHaveAttribute('href', '/profile/diego');
  await user.click(await button('Unblock Diego Fuentes'));
  expect(await screen.findByText('Failed to unblock the person')).toBeInTheDocument();
  await user.click(await button('Unblock Diego Fuentes'));
  expect(await screen.findByText(/You haven’t blocked anyone/)).toBeVisible();
  expect(await screen.findByText('You have unblocked Diego Fuentes')).toBeInTheDocument();
});

describe('the signed-in devices (product 2.14)', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const buildSession = (_id: string, userAgent = FIREFOX): SessionSummary => ({
    _id,
    userAgent,
    createdAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    current: _id === 'here',
  });

  it('are signed out one by one, or all others after a confirmation (product 8.9, 8.12)', async () => {
    const sessions = [buildSession('phone', IPHONE), buildSession('here'), buildSession('old', ''), buildSession('tablet')];
    const answers = [failed, refuse('not_found', 'This session does not exist.')];
    const api = fakeApi({
      'GET /auth/sessions': () => ({ sessions }),
      'DELETE /auth/sessions/:id': () => answers.shift() ?? {},
    });
    const { user } = renderScreen(<Sessions />);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/^Firefox on LinuxThis device/);
    expect(first && within(first).queryByRole('button')).toBeNull();
    expect(second).toHaveTextContent(/^Safari on iPhoneSigned in November 20, 2026Last used 3h ago/);
    await user.click(await button('Sign out Safari on iPhone'));
    expect(await screen.findByText('Something went wrong.')).toBeVisible();
    expect(await rows()).toHaveLength(4);
    await user.click(await button('Sign out Safari on iPhone'));
    expect(await screen.findByText('The device was signed out')).toBeVisible();
    expect(await rows()).toHaveLength(3);
    expect(screen.getByRole('group', { name: 'Devices' })).toHaveFocus();
    const ended = () => api.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    await user.click(await button('Sign out everywhere else'));
    await user.click(await button('Cancel'));
    expect(ended()).toHaveLength(2);
    await user.click(await button('Sign out everywhere else'));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere else?' });
    await user.click(within(dialog).getByRole('button', { name: 'Sign out 2 devices' }));
    expect(await screen.findByText('All other devices were signed out')).toBeVisible();
    expect(ended().slice(2)).toEqual(['/auth/sessions/old', '/auth/sessions/tablet']);
    expect(await rows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  it('shows five initially, and all on request', async () => {
    let answer: object = failed;
    fakeApi({ 'GET /auth/sessions': () => answer });
    const { user } = renderScreen(<Sessions />);
    expect(await screen.findByText('Your devices could not be loaded.')).toBeVisible();
    answer = { sessions: Array.from({ length: 12 }, (_, index) => buildSession(index === 0 ? 'here' : `other-${index}`)) };
    await user.click(await button('Try again'));
    expect(await rows()).toHaveLength(5);
    await user.click(await button('Show all 12 devices'));
    expect(await rows()).toHaveLength(12);
  });
});
