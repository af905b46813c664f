import { intersect, observedElements } from '@solvent/testing/browser-parts';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { clearSession } from '@solvent/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import { problemsAnswer, problemsPage } from '../../testing/problems-answer.ts';
import { Component as SavedProblemsPage } from './saved-problems-page.tsx';

type Routes = Parameters<typeof fakeApi>[0];
let api: ReturnType<typeof fakeApi>;

beforeEach(() => void signInAs());
afterEach(() => {
  clearSession();
  api.restore();
});

function open(saved: Routes[string], routes: Routes = {}) {
  api = fakeApi({ 'GET /problems/saved': saved, ...routes });
  return renderScreen(<SavedProblemsPage />, { at: '/saved-problems' });
}

const TWO = [buildProblem({ _id: 'p1', title: 'Newest saved' }), buildProblem({ _id: 'p2', title: 'Saved before' })].map(
  (problem) => ({ ...problem, savedByMe: true }),
);
const names = () => screen.getAllByRole('article').map((card) => within(card).getAllByRole('link')[0]?.textContent);
const button = (card: string, name: string) => within(screen.getByRole('article', { name: card })).getByRole('button', { name });

describe('/saved-problems', () => {
  it('has its heading, and the cards in the order of the server, each saved', async () => {
    open(() => problemsAnswer(TWO));
    expect(screen.getByRole('heading', { level: 1, name: 'Saved Problems' })).toBeVisible();
    await screen.findByRole('article', { name: 'Newest saved' });
    expect(names()).toEqual(['Newest saved', 'Saved before']);
    expect(button('Newest saved', 'Saved')).toHaveAttribute('aria-pressed', 'true');
  });

  it('says that nothing is saved yet, and leads to the problems', async () => {
    open(() => problemsAnswer([]));
    expect(await screen.findByText('No saved problems yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
  });

  it('takes one out, with a way back in its place', async () => {
    const { user } = open(() => problemsAnswer(TWO), {
      'PUT /problems/:id/save': () => ({}),
      'DELETE /problems/:id/save': () => ({}),
    });
    await screen.findByRole('article', { name: 'Newest saved' });
    await user.click(button('Newest saved', 'Saved'));
    expect(screen.getByRole('article', { name: 'Newest saved' })).toHaveTextContent('Newest saved is no longer saved.');
    expect(button('Newest saved', 'Undo')).toHaveFocus();
    expect(names()).toEqual(['Newest saved', 'Saved before']);
    await screen.findByText('Problem no longer saved');
    await user.click(button('Newest saved', 'Undo'));
    expect(button('Newest saved', 'Saved')).toHaveFocus();
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    expect(api.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'PUT']);
  });

  it('puts the card back when it could not be taken out', async () => {
    const { user } = open(() => problemsAnswer(TWO), { 'DELETE /problems/:id/save': () => NETWORK_FAILURE });
    await screen.findByRole('article', { name: 'Newest saved' });
    await user.click(button('Newest saved', 'Saved'));
    expect(await screen.findByText('Failed to remove the saved problem. Please try again.')).toBeInTheDocument();
    expect(button('Newest saved', 'Saved')).toBeVisible();
  });

  it('says that the list did not come, and asks again', async () => {
    let isDown = true;
    const { user } = open(() => (isDown ? refuse('internal', 'Something went wrong.') : problemsAnswer(TWO)));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load your saved problems. Please try again.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Saved before' })).toBeVisible();
  });
});

describe('/saved-problems, further down', () => {
  const pages = () => api.requests.filter(({ method }) => method === 'GET').map(({ params }) => params.page);
  const reachEnd = () =>
    act(() => {
      const end = observedElements().find((element) => element.getAttribute('data-part') === 'end');
      if (end) intersect(end);
    });

  it('loads the next page near its end, until there is none', async () => {
    open(({ params }) => problemsPage(Number(params.page), 2));
    await screen.findByRole('article', { name: 'Problem 10' });
    reachEnd();
    expect(await screen.findByRole('article', { name: 'Problem 20' })).toBeVisible();
    reachEnd();
    expect(pages()).toEqual([1, 2]);
  });

  it('skips none when one was taken out meanwhile', async () => {
    let saved = problemsPage(1, 1).problems.concat(problemsPage(2, 1).problems).slice(0, 12);
    const { user } = open(
      ({ params }) => {
        const start = (Number(params.page) - 1) * 10;
        return problemsAnswer(saved.slice(start, start + 10), { total: saved.length, totalPages: 2 });
      },
      {
        'DELETE /problems/:id/save': ({ path }) => {
          saved = saved.filter(({ _id }) => !path.includes(`/${_id}/`));
          return {};
        },
      },
    );
    await screen.findByRole('article', { name: 'Problem 10' });
    await user.click(button('Problem 3', 'Saved'));
    await screen.findByText('Problem no longer saved');
    reachEnd();
    expect(await screen.findByRole('article', { name: 'Problem 11' })).toBeVisible();
    reachEnd();
    expect(await screen.findByRole('article', { name: 'Problem 12' })).toBeVisible();
  });

  it('keeps the way back when a page that was asked for before still has what was taken out', async () => {
    const { user } = open(() => problemsAnswer(TWO), { 'DELETE /problems/:id/save': () => ({}) });
    await screen.findByRole('article', { name: 'Newest saved' });
    await user.click(button('Newest saved', 'Saved'));
    await screen.findByText('Problem no longer saved');
    reachEnd();
    // Its answer has come once the end of the list is looked at anew.
    await waitFor(() => expect(pages()).toEqual([1, 1]));
    await act(async () => {});
    expect(button('Newest saved', 'Undo')).toBeVisible();
    expect(names()).toEqual(['Newest saved', 'Saved before']);
  });

  it('keeps what is there when a further page does not come', async () => {
    let isDown = true;
    const { user } = open(({ params }) =>
      params.page === 2 && isDown ? refuse('internal', 'Something went wrong.') : problemsPage(Number(params.page), 2),
    );
    await screen.findByRole('article', { name: 'Problem 10' });
    reachEnd();
    const alert = await screen.findByRole('alert');
    expect(screen.getByRole('article', { name: 'Problem 1' })).toBeVisible();
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Problem 20' })).toBeVisible();
  });
});
