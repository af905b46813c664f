import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { Component as PrivacyPage } from './privacy-page.tsx';
import { Component as TermsPage } from './terms-page.tsx';

describe.each([
  ['/terms', TermsPage],
  ['/privacy', PrivacyPage],
])('%s', (at, LegalPage) => {
  beforeEach(() => void renderScreen(<LegalPage />, { at }));

  it('has one h1 and says of what day it is', () => {
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByText(/^Last changed on \d{1,2} \w+ \d{4}$/)).toBeInTheDocument();
  });

  it('has contents that lead to every section, in order', () => {
    const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
    const sections = screen.getAllByRole('region');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`));
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    sections.forEach((section, index) => {
      const name = `${index + 1}. ${links[index]?.textContent}`;
      expect(within(section).getByRole('heading', { level: 2, name })).toBeInTheDocument();
    });
  });

  it('shows its lists as lists', () => {
    for (const item of screen.getAllByRole('listitem')) expect(item.textContent).not.toMatch(/^- /);
    expect(screen.queryByText(/^- /)).toBeNull();
  });
});

it('/terms states the terms for module authors (product 1.6)', () => {
  renderScreen(<TermsPage />, { at: '/terms' });
  const text = document.body.textContent;
  for (const term of [
    '15 %',
    'every two weeks',
    '$50',
    '3 to 5 business days',
    'Standard',
    'Extended',
    'directly between seeker and solver',
  ])
    expect(text).toContain(term);
});

it('/privacy says what deleting an account removes and keeps, and how to take the data along', () => {
  renderScreen(<PrivacyPage />, { at: '/privacy' });
  const deleting = screen.getByRole('region', { name: /When you delete your account$/ });
  const facts = within(deleting)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(facts).toEqual([
    expect.stringMatching(/^Deleted: .*e-mail address.*picture.*notifications/),
    expect.stringMatching(/^Ended: .*closed.*withdrawn/),
    expect.stringMatching(/^Kept: .*reviews.*"Deleted user"/),
  ]);
  const rights = screen.getByRole('region', { name: /Your rights$/ });
  expect(rights).toHaveTextContent('On your profile page you can correct');
  expect(rights).toHaveTextContent('download all of it in a common format (JSON), and delete it');
});
