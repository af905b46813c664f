import { clearSession, getSession, setSoundEnabled } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { screen, waitFor } from '@testing-library/react';
import { deferred } from '../../testing/fake-identity.ts';
import { answerOf, openOwnProfile as open } from '../../testing/open-own-profile.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('/profile', () => {
  beforeEach(() => {
    clearSession();
    localStorage.clear();
    signInAs({ _id: 'ada', token: 'token-of-ada', role: 'solver' });
  });

  it('says who it is before anything has come', async () => {
    open(() => deferred<object>().promise);
    expect(await heading('Ada Park')).toBeVisible();
    expect(screen.getByText('ada@example.com')).toBeVisible();
    expect(screen.getByText('Solver')).toBeVisible();
    expect(screen.getByText('Member since')).toHaveTextContent('Member since November 2026');
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  });

  it('shows what the person says of themselves', async () => {
    open(() =>
      answerOf({
        headline: 'I make slow pages fast',
        bio: 'I measure **first**.',
        location: 'Lisbon',
        website: 'https://ada.example/',
        github: 'https://github.com/ada',
        expertiseAreas: ['React', 'Rust'],
      }),
    );
    expect(await screen.findByText('I make slow pages fast')).toBeVisible();
    expect(screen.getByText('first').tagName).toBe('STRONG');
    expect(screen.getByText('Lisbon')).toBeVisible();
    const website = screen.getByRole('link', { name: 'ada.example' });
    expect(website).toHaveAttribute('href', 'https://ada.example/');
    expect(website).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(screen.getByRole('link', { name: 'github.com/ada' })).toHaveAttribute('href', 'https://github.com/ada');
    expect(screen.getByRole('region', { name: 'Areas of expertise' })).toHaveTextContent('ReactRust');
  });

  it('makes no link of what is no web address', async () => {
    open(() => answerOf({ website: 'javascript:alert(1)', github: 'ada' }));
    expect(await screen.findByText('javascript:alert(1)')).toBeVisible();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/profile/ada', '/my-problems']);
  });

  it('leads to what others see', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'View public profile' }));
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/profile/ada'));
  });

  it('says so where nothing is said yet', async () => {
    open();
    expect(await screen.findByRole('region', { name: 'About' })).toHaveTextContent('Nothing here yet.');
    expect(screen.queryByRole('region', { name: 'Areas of expertise' })).not.toBeInTheDocument();
  });

  it('brings the stored user up to date and keeps the token', async () => {
    open(() => answerOf({ name: 'Ada Lovelace', role: 'seeker' }));
    expect(await heading('Ada Lovelace')).toBeVisible();
    expect(screen.getByText('Seeker')).toBeVisible();
    expect(getSession().userData).toMatchObject({ name: 'Ada Lovelace', role: 'seeker', token: 'token-of-ada' });
  });

  it.each([
    ['a refusal', () => refuse('internal', 'Something went wrong.')],
    ['an answer without a user', () => ({})],
  ])('after %s can be tried again; settings and signing out stand meanwhile', async (_name, failure) => {
    let answer: () => object = failure;
    const { user } = open(() => answer());
    expect(await screen.findByText('Your profile could not be loaded')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Dark theme' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeEnabled();
    answer = () => answerOf({ headline: 'Back again' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Back again')).toBeVisible();
  });

  it('signs out: home first, then the session ends here and on the server', async () => {
    const { api, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/home'));
    await waitFor(() => expect(getSession().isLogin).toBe(false));
    const logout = api.requests.find(({ path }) => path === '/auth/logout');
    expect(logout?.headers).toMatchObject({ Authorization: 'Bearer token-of-ada' });
  });

  it('signs out here when the server cannot be reached', async () => {
    const { user } = open(undefined, { 'POST /auth/logout': () => NETWORK_FAILURE });
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(getSession().isLogin).toBe(false));
    expect(screen.getByLabelText('Address')).toHaveTextContent('/home');
  });
});

describe('the settings on /profile', () => {
  beforeEach(() => {
    clearSession();
    localStorage.clear();
    setSoundEnabled(true);
    signInAs({ _id: 'ada' });
  });

  it('switch the notification sound, and say so', async () => {
    const { user } = open();
    const sound = await screen.findByRole('switch', { name: 'Notification sound' });
    expect(sound).toBeChecked();
    await user.click(sound);
    expect(await screen.findByText('Notification sound disabled')).toBeVisible();
    expect(sound).not.toBeChecked();
    expect(localStorage.getItem('notificationSound')).toBe('disabled');
    await user.click(sound);
    expect(await screen.findByText('Notification sound enabled')).toBeVisible();
    expect(localStorage.getItem('notificationSound')).toBe('enabled');
  });

  it('switch the theme', async () => {
    const { user } = open();
    const dark = await screen.findByRole('switch', { name: 'Dark theme' });
    expect(dark).not.toBeChecked();
    await user.click(dark);
    expect(dark).toBeChecked();
    expect(document.documentElement).toHaveClass('dark');
    await user.click(dark);
    expect(localStorage.getItem('theme')).toBe('light');
  });
});
