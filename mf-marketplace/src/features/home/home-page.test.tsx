import { jest } from '@jest/globals';
import { intersect, observedElements } from '@solvent/testing/browser-parts';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { clearSession, onPageRequest } from '@solvent/store';
import { CATEGORIES } from '@solvent/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { problemsAnswer } from '../../testing/problems-answer.ts';
import { Component } from './home-page.tsx';

let api: ReturnType<typeof fakeApi>;
const answers = {
  'GET /problems': () => problemsAnswer([buildProblem({ _id: 'p1', title: 'Flaky test', budget: 80 })]),
  'GET /problems/categories': () => ({ categories: [{ value: 'cloud', label: '', count: 7 }] }),
};
function open(overrides: Parameters<typeof fakeApi>[0] = {}) {
  api = fakeApi({ ...answers, ...overrides });
  return renderScreen(<Component />, { at: '/home' });
}
const posted = jest.fn();
let stopListening: () => void;
beforeEach(() => {
  posted.mockClear();
  stopListening = onPageRequest(posted);
});
afterEach(() => {
  stopListening();
  api.restore();
  clearSession();
});

describe('the first screen of /home (product 2.9)', () => {
  it('has the message as its one h1', () => {
    open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Solve Problems. Earn Rewards. Build Your Reputation.');
  });

  it('leads to /problems', () => {
    open();
    expect(screen.getByRole('link', { name: 'Browse Problems' })).toHaveAttribute('href', '/problems');
  });

  it('hands Post a Problem to the shell, which knows the rule', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Post a Problem' }));
    expect(posted).toHaveBeenCalledTimes(1);
  });

  it('loads no other section', () => {
    open();
    expect(screen.queryByRole('heading', { name: 'How it works' })).toBeNull();
    expect(observedElements()).toHaveLength(5);
  });
});

describe('the latest problems', () => {
  const panel = () => screen.queryByRole('region', { name: 'Latest problems' });

  it('are the newest open ones, asked for as /problems will', async () => {
    const list = [
      buildProblem({ _id: 'p1', title: 'Flaky test', budget: 80 }),
      buildProblem({ title: 'Done', status: 'solved' }),
    ];
    open({ 'GET /problems': () => problemsAnswer(list) });
    const row = await screen.findByRole('link', { name: /Flaky test/ });
    expect(row).toHaveAttribute('href', '/view-problems/p1');
    expect(row).toHaveTextContent('$80');
    expect(screen.queryByText('Done')).toBeNull();
    expect(api.requests.map(({ params }) => params)).toEqual([{ price_min: 0, price_max: 1000, page: 1 }]);
  });

  it.each([
    ['none are open', () => problemsAnswer([])],
    ['they cannot be had', () => refuse('internal', 'Boom')],
  ])('are not shown when %s', async (_case, list) => {
    open({ 'GET /problems': list });
    expect(panel()).toBeInTheDocument();
    await waitFor(() => expect(panel()).toBeNull());
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

describe('the sections of /home', () => {
  it('come in their order, each as a person gets near it', async () => {
    const titles = [
      'Browse by category',
      'How it works',
      'Why Choose Us',
      'Frequently Asked Questions',
      'Stuck on something? Someone here has solved it.',
    ];
    open();
    for (const [index, place] of observedElements().entries()) {
      act(() => intersect(place));
      expect(await within(place as HTMLElement).findByRole('heading', { level: 2, name: titles[index] ?? '' })).toBeVisible();
    }
  });

  async function show(section: Promise<{ Component: ComponentType }>) {
    const { Component: Section } = await section;
    api = fakeApi(answers);
    return renderScreen(<Section />);
  }

  it('categories: each one with what its list opens with, linked to it', async () => {
    await show(import('./sections/categories-section.tsx'));
    expect(await screen.findByRole('link', { name: 'Cloud Services 7 problems' })).toBeVisible();
    expect(api.requests.find(({ path }) => path === '/problems/categories')?.params).toEqual({ price_min: 0, price_max: 1000 });
    for (const [value, label] of Object.entries(CATEGORIES)) {
      expect(screen.getByRole('link', { name: new RegExp(`^${label}`) })).toHaveAttribute('href', `/problems?category=${value}`);
    }
  });

  it('how it works: four steps in order', async () => {
    await show(import('./sections/how-it-works-section.tsx'));
    expect(screen.getAllByRole('heading', { level: 3 }).map((step) => step.textContent)).toEqual([
      'Post the problem',
      'Compare bids',
      'Talk it through',
      'Solve and reward',
    ]);
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
  });

  it('why choose us: three cards', async () => {
    await show(import('./sections/why-choose-us-section.tsx'));
    const cards = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
    expect(cards).toEqual(['Expert Developer Solutions', 'Collaborative Discussion', 'Reward Good Solutions']);
  });

  it.each([
    ['How are solvers verified?', /pass a brief verification/],
    ['How quickly will I get an answer?', /first response in 2-4 hours, simpler ones within 24 hours/],
    ['How does payment work?', /arranged directly between seeker and solver/],
  ])('questions: "%s" opens its answer', async (question, answer) => {
    const { user } = await show(import('./sections/faq-section.tsx'));
    expect(screen.getByText(answer)).not.toBeVisible();
    await user.click(screen.getByText(question));
    expect(screen.getByText(answer)).toBeVisible();
  });

  it('call to action: post, or join', async () => {
    const { user } = await show(import('./sections/call-to-action-section.tsx'));
    expect(screen.getByRole('link', { name: 'Join as a solver' })).toHaveAttribute('href', '/signup');
    await user.click(screen.getByRole('button', { name: 'Post your problem' }));
    expect(posted).toHaveBeenCalledTimes(1);
  });

  it('call to action: who is signed in need not join', async () => {
    signInAs();
    await show(import('./sections/call-to-action-section.tsx'));
    expect(screen.queryByRole('link', { name: 'Join as a solver' })).toBeNull();
  });
});
