import type { OwnProblem, ProblemStatus } from '@solvent/contracts';
import { clearSession, onPageRequest } from '@solvent/store';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import type { SeenRequest } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { Component } from './my-problems-page.tsx';

const nothing = { pendingBids: 0, newBids: 0, openQuestions: 0, work: null };
const build = (title: string, given: Partial<OwnProblem> = {}): OwnProblem => ({
  ...buildProblem({ _id: `p-${title}`, title }),
  ...nothing,
  ...given,
});

let all: OwnProblem[];
let pageSize: number;
function answer({ params }: SeenRequest): object {
  const page = Number(params.page);
  const found = all.filter(({ status }) => !params.status || status === params.status);
  const counts: Record<ProblemStatus | 'all', number> = { all: all.length, open: 0, 'in-progress': 0, solved: 0, closed: 0 };
  for (const { status } of all) counts[status] += 1;
  const problems = found.slice((page - 1) * pageSize, page * pageSize);
  return {
    problems,
    counts,
    total: found.length,
    page,
    limit: pageSize,
    totalPages: Math.max(1, Math.ceil(found.length / pageSize)),
  };
}

let api: ReturnType<typeof fakeApi>;
function open(at = '/my-problems', get: (request: SeenRequest) => object = answer) {
  api = fakeApi({
    'GET /problems/user': get,
    'PUT /problems/:id/status': ({ path, body }) => {
      const { status } = body as { status: ProblemStatus };
      all = all.map((problem) => (path.includes(encodeURIComponent(problem._id)) ? { ...problem, status } : problem));
      return { problem: {} };
    },
  });
  return renderScreen(<Component />, { at });
}
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
async function menuOf(title: string, user: ReturnType<typeof open>['user']) {
  await user.click(within(await row(title)).getByRole('button', { name: `More for ${title}` }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent?.trim());
}

beforeEach(() => {
  signInAs({ _id: 'user-poster' });
  pageSize = 20;
  const person = { _id: 'diego', name: 'Diego Fuentes', image: null };
  all = [
    build('Flaky tests', { pendingBids: 3, newBids: 2, openQuestions: 1, budget: 250 }),
    build('Slow query', { status: 'in-progress', work: { step: 'accepted', person, dueAt: '2099-12-24T12:00:00.000Z' } }),
    build('Broken build', { status: 'closed', bidCount: 1, pendingBids: 1, newBids: 1 }),
  ];
});
afterEach(() => {
  api.restore();
  clearSession();
});

describe('/my-problems', () => {
  it('lists all own problems, with what waits for their poster', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'My Problems' })).toBeVisible();
    const flaky = await row('Flaky tests');
    expect(flaky).toHaveTextContent(/\$250.*Open.*3 bids, 2 new · 1 open question/);
    expect(within(flaky).getByRole('link', { name: 'Flaky tests' })).toHaveAttribute('href', '/view-problems/p-Flaky tests');
    expect(within(flaky).getByRole('link', { name: 'Edit Flaky tests' })).toHaveAttribute(
      'href',
      '/post-problem?edit=p-Flaky tests',
    );
    expect(await row('Slow query')).toHaveTextContent(/In progress.*Diego Fuentes · due Dec 24, 2099/);
    const broken = await row('Broken build');
    expect(broken).toHaveTextContent(/Closed.*1 bid/);
    expect(broken).not.toHaveTextContent('new');
    expect(within(broken).queryByRole('link', { name: /Edit/ })).toBeNull();
    expect(api.requests.map(({ params }) => params)).toEqual([{ page: 1, limit: 20 }]);
  });

  it.each([
    ['Flaky tests', ['View', 'Close problem']],
    ['Slow query', ['View', 'Message the solver']],
    ['Broken build', ['View', 'Reopen']],
  ])('offers in a menu what else can be done: %s', async (title, offered) => {
    const { user } = open();
    expect(await menuOf(title, user)).toEqual(offered);
  });

  it('closes a problem once it was asked, and reopens it', async () => {
    const { user } = open();
    await menuOf('Flaky tests', user);
    await user.click(screen.getByRole('menuitem', { name: 'Close problem' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close problem' }));
    expect(await screen.findByRole('tab', { name: 'Closed 2' })).toBeVisible();
    expect(await menuOf('Flaky tests', user)).toContain('Reopen');
    await user.click(screen.getByRole('menuitem', { name: 'Reopen' }));
    expect(await screen.findByRole('tab', { name: 'Closed 1' })).toBeVisible();
  });
});

describe('its tabs', () => {
  it('count the problems of each state, and show them at an address of their own', async () => {
    const { user } = open();
    await row('Flaky tests');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'All3',
      'Open1',
      'In progress1',
      'Solved0',
      'Closed1',
    ]);
    await user.click(screen.getByRole('tab', { name: 'In progress 1' }));
    expect(await row('Slow query')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Flaky tests/ })).not.toBeInTheDocument());
    expect(screen.getByLabelText('Address')).toHaveTextContent('/my-problems?status=in-progress');
  });

  it('that are empty lead to all problems; without any, to a first one', async () => {
    open('/my-problems?status=solved');
    expect(await screen.findByRole('link', { name: 'Show all problems' })).toHaveAttribute('href', '/my-problems');
    api.restore();
    all = [];
    const asked: string[] = [];
    const stop = onPageRequest((path) => asked.push(path));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Post a problem' }));
    stop();
    expect(asked).toEqual(['/post-problem']);
  });
});

describe('many problems', () => {
  it('come page by page', async () => {
    pageSize = 2;
    const { user } = open();
    await row('Slow query');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await row('Broken build')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('that could not be loaded can be asked for again', async () => {
    let broken = true;
    const { user } = open('/my-problems', (request) => (broken ? refuse('internal', 'No') : answer(request)));
    expect(await screen.findByText('Your problems could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Flaky tests')).toBeVisible();
  });
});
