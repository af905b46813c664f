import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { Component as ContactPage } from './contact-page.tsx';

afterEach(() => clearSession());

const message = 'I cannot find where to change my e-mail address.';

async function fillIn(user: ReturnType<typeof renderScreen>['user']) {
  await user.type(screen.getByLabelText('Name'), 'Ada Park');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Topic'), 'My address');
  await user.type(screen.getByLabelText('Message'), message);
}

describe('/contact', () => {
  it('sends the message and shows the reference number that the server gave', async () => {
    const api = fakeApi({ 'POST /contact': () => ({ reference: 'SOL-7K3M9Q' }) });
    const { user } = renderScreen(<ContactPage />, { at: '/contact' });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText('SOL-7K3M9Q')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Message sent' })).toHaveFocus();
    expect(api.requests[0]?.body).toEqual({ name: 'Ada Park', email: 'ada@example.com', subject: 'My address', message });
    api.restore();
  });

  it('says under each field what is missing, and puts the focus on the first', async () => {
    const { user } = renderScreen(<ContactPage />, { at: '/contact' });
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(screen.getByText('Email is required')).toBeVisible();
    expect(screen.getByText('Topic is required')).toBeVisible();
    expect(screen.getByText('Message is required')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  it('knows the name and the address of who is signed in', () => {
    signInAs({ name: 'Ada Park', email: 'ada@example.com' });
    renderScreen(<ContactPage />, { at: '/contact' });
    expect(screen.getByLabelText('Name')).toHaveValue('Ada Park');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it.each([
    ['the network fails', NETWORK_FAILURE, 'Failed to send your message'],
    [
      'there were too many',
      refuse('rate_limited', 'Too many messages. Please try again in an hour.'),
      'Too many messages. Please try again in an hour.',
    ],
  ])('keeps what was typed when %s', async (_what, answer, text) => {
    const api = fakeApi({ 'POST /contact': () => answer });
    const { user } = renderScreen(<ContactPage />, { at: '/contact' });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue(message);
    api.restore();
  });

  it("shows the server's word on a field under that field", async () => {
    const api = fakeApi({ 'POST /contact': () => refuse('invalid', 'Please check the form.', { subject: 'Topic is taken' }) });
    const { user } = renderScreen(<ContactPage />, { at: '/contact' });
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText('Topic is taken')).toBeVisible();
    expect(screen.getByLabelText('Topic')).toHaveFocus();
    api.restore();
  });
});
