import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { Component as ContactPage } from './contact-page.tsx';
import { Component as PrivacyPage } from './legal/privacy-page.tsx';
import { Component as TermsPage } from './legal/terms-page.tsx';

afterEach(() => clearSession());

describe('/contact (product 2.39, 5.10)', () => {
  const message = 'I cannot find where to change my email address.';

  it('fills in name and email of a signed-in user, sends the message and shows its reference number', async () => {
    signInAs({ name: 'Ada Park', email: 'ada@example.com' });
    const api = fakeApi({ 'POST /contact': () => ({ reference: 'SOL-7K3M9Q' }) });
    const { user } = renderScreen(<ContactPage />, { at: '/contact' });
    expect(screen.getByLabelText('Name')).toHaveValue('Ada Park');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
    await user.type(screen.getByLabelText('Topic'), 'My address');
    await user.type(screen.getByLabelText('Message'), message);
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText('SOL-7K3M9Q')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Message sent' })).toHaveFocus();
    expect(api.requests[0]?.body).toEqual({ name: 'Ada Park', email: 'ada@example.com', subject: 'My address', message });
    api.restore();
  });

  it('shows errors under their fields, focuses the first, and keeps the text when sending fails (product 5.1, 10.10)', async () => {
    let answer: object = NETWORK_FAILURE;
    const api = fakeApi({ 'POST /contact': () => answer });
    const { user } = renderScreen(<ContactPage />, { at: '/contact' });
    const send = () => user.click(screen.getByRole('button', { name: 'Send message' }));
    await send();
    expect(await screen.findByText('Name is required')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveAccessibleDescription('Message is required'));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    expect(api.requests).toEqual([]);

    await user.type(screen.getByLabelText('Name'), 'Ada Park');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Topic'), 'My address');
    await user.type(screen.getByLabelText('Message'), message);
    await send();
    expect(await screen.findByText('Failed to send your message')).toBeVisible();
    answer = refuse('rate_limited', 'Too many messages. Please try again in an hour.');
    await send();
    // The toast, and the form (product 8.25).
    await waitFor(() => expect(screen.getAllByText('Too many messages. Please try again in an hour.')).toHaveLength(2));
    expect(screen.getByLabelText('Message')).toHaveValue(message);

    answer = refuse('invalid', 'Please check the form.', { subject: 'Topic is taken' });
    await send();
    expect(await screen.findByText('Topic is taken')).toBeVisible();
    expect(screen.getByLabelText('Topic')).toHaveFocus();
    api.restore();
  });
});

describe('the legal pages', () => {
  function expectDocument() {
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByText(/^Last updated \w+ \d{1,2}, \d{4}$/)).toBeInTheDocument();
    const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
    const sections = screen.getAllByRole('region').filter(({ id }) => id);
    expect(links.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`));
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    sections.forEach((section, index) =>
      expect(section.querySelector('h2')).toHaveTextContent(`${index + 1}. ${links[index]?.textContent}`),
    );
    expect(screen.queryByText(/^- /)).toBeNull();
  }

  it('/terms states the terms for module authors (product 1.6)', () => {
    renderScreen(<TermsPage />, { at: '/terms' });
    expectDocument();
    const text = document.body.textContent;
    for (const term of ['15%', 'every two weeks', '$50', '3 to 5 business days', 'Standard', 'Extended'])
      expect(text).toContain(term);
    expect(text).toContain('directly between seeker and solver');
  });

  it('/privacy states what deleting an account removes and keeps, and how to export the data', () => {
    renderScreen(<PrivacyPage />, { at: '/privacy' });
    expectDocument();
    const deleting = screen.getByRole('region', { name: /When you delete your account$/ });
    const facts = within(deleting).getAllByRole('listitem');
    expect(facts.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Deleted: .*email address.*picture.*notifications/),
      expect.stringMatching(/^Ended: .*closed.*withdrawn/),
      expect.stringMatching(/^Kept: .*reviews.*"Deleted user"/),
    ]);
    const rights = screen.getByRole('region', { name: /Your rights$/ });
    expect(rights).toHaveTextContent('On your profile page you can correct');
    expect(rights).toHaveTextContent('download all of it in a common format (JSON), and delete it');
  });
});
