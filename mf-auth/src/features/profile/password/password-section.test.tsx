import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { IdentityError } from '../../../identity/identity-error.ts';
import { deferred, fakeIdentity } from '../../../testing/fake-identity.ts';
import { ownSessions } from '../../../api/sessions.ts';
import { PasswordSection } from './password-section.tsx';

function open(change: () => object | Promise<object> = () => ({}), password = true) {
  const api = fakeApi({
    'GET /auth/sign-in-methods': () => ({ methods: { password, github: !password, google: false } }),
    'PUT /auth/password': change,
  });
  const sent = () => api.requests.filter(({ path }) => path === '/auth/password').map(({ body }) => body);
  return { sent, ...renderScreen(<PasswordSection />) };
}
type Person = ReturnType<typeof open>['user'];

const button = (name: string) => screen.findByRole('button', { name });
const current = () => screen.findByLabelText(/Current password/);
const next = () => screen.findByLabelText(/New password/);

async function fill(user: Person, from: string, to: string) {
  await user.click(await button('Change password'));
  await user.type(await current(), from);
  await user.type(await next(), to);
  await user.click(await button('Change password'));
}

beforeEach(() => {
  clearSession();
  signInAs({ email: 'ada@example.com' });
});

describe('changing the password', () => {
  it('tells what it does to other devices, and lists the devices anew', async () => {
    const answer = deferred<object>();
    const { user, sent, queryClient } = open(() => answer.promise);
    queryClient.setQueryData(ownSessions.queryKey, []);
    await fill(user, 'old-password', 'a-better-password');
    expect(await button('Changing…')).toBeDisabled();
    answer.resolve({});
    expect(await screen.findByText('Your password was changed. Other devices were signed out.')).toBeVisible();
    expect(sent()).toEqual([{ currentPassword: 'old-password', password: 'a-better-password' }]);
    expect(queryClient.getQueryState(ownSessions.queryKey)?.isInvalidated).toBe(true);
    expect(screen.queryByLabelText(/Current password/)).not.toBeInTheDocument();
    expect(await button('Change password')).toHaveFocus();
  });

  it('helps password managers', async () => {
    const { user, container } = open();
    await user.click(await button('Change password'));
    expect(await current()).toHaveAttribute('autocomplete', 'current-password');
    expect(await current()).toHaveFocus();
    expect(await next()).toHaveAttribute('autocomplete', 'new-password');
    expect(container.querySelector('[autocomplete="username"]')).toHaveValue('ada@example.com');
  });

  it('shows a password on request', async () => {
    const { user } = open();
    await user.click(await button('Change password'));
    const [showCurrent] = await screen.findAllByRole('button', { name: 'Show password' });
    expect(await current()).toHaveAttribute('type', 'password');
    if (showCurrent) await user.click(showCurrent);
    expect(await current()).toHaveAttribute('type', 'text');
    expect(await next()).toHaveAttribute('type', 'password');
  });

  it('says what is missing or too short under its field', async () => {
    const { user, sent } = open();
    await user.click(await button('Change password'));
    await user.type(await next(), 'short');
    await user.click(await button('Change password'));
    expect(await screen.findByText('Your current password is required')).toBeVisible();
    expect(screen.getByText('Password must be at least 8 characters')).toBeVisible();
    await waitFor(async () => expect(await current()).toHaveFocus());
    expect(sent()).toEqual([]);
  });

  it.each([
    ['currentPassword', 'This is not your password', current],
    ['password', 'This password has appeared in a data breach. Choose another one.', next],
  ])('shows what the server says of %s, and keeps what was typed', async (name, text, field) => {
    const { user } = open(() => refuse('invalid', 'Please check the form.', { [name]: text }));
    await fill(user, 'old-password', 'password1');
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(await current()).toHaveValue('old-password');
    expect(await next()).toHaveValue('password1');
  });

  it.each([
    ["the server's sentence", () => refuse('rate_limited', 'Too many tries. Wait a minute.'), 'Too many tries. Wait a minute.'],
    ['the fallback without an answer', () => NETWORK_FAILURE, 'Failed to change password'],
  ])('says %s on failure, and keeps what was typed', async (_name, answer, text) => {
    const { user } = open(answer);
    await fill(user, 'old-password', 'a-better-password');
    expect(await screen.findByText(text)).toBeVisible();
    expect(await next()).toHaveValue('a-better-password');
  });

  it('can be left alone', async () => {
    const { user } = open();
    await user.click(await button('Change password'));
    await user.click(await button('Cancel'));
    expect(screen.queryByLabelText(/New password/)).not.toBeInTheDocument();
    expect(await button('Change password')).toHaveFocus();
  });
});

describe('an account without a password', () => {
  it('gets a link to choose one, and another after a wait', async () => {
    const sending = deferred<void>();
    const { sendEmailLink } = fakeIdentity({ sendEmailLink: () => sending.promise });
    const { user } = open(undefined, false);
    expect(await screen.findByText(/This account has no password yet/)).toBeVisible();
    await user.click(await button('Send me a link'));
    expect(await button('Sending…')).toBeDisabled();
    sending.resolve();
    expect(await screen.findByText('A link is on its way to ada@example.com. Open it to choose a password.')).toBeVisible();
    expect(sendEmailLink).toHaveBeenCalledWith('ada@example.com', 'reset-password');
    expect(await screen.findByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  });

  it('is told why no link could be sent, and can try again at once', async () => {
    fakeIdentity({ sendEmailLink: () => Promise.reject(new IdentityError('refused', 'Too many requests.')) });
    const { user } = open(undefined, false);
    await user.click(await button('Send me a link'));
    expect(await screen.findByText('The link could not be sent. Too many requests.')).toBeVisible();
    expect(await button('Send again')).toBeEnabled();
  });
});

it('how the person signs in can be asked for again', async () => {
  let answer: object = refuse('internal', 'Something went wrong.');
  fakeApi({ 'GET /auth/sign-in-methods': () => answer });
  const { user } = renderScreen(<PasswordSection />);
  expect(await screen.findByText('How you sign in could not be loaded.')).toBeVisible();
  answer = { methods: { password: true, github: false, google: false } };
  await user.click(await button('Try again'));
  expect(await button('Change password')).toBeVisible();
});
