import type { ProblemListItem } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { ProblemStatusBadge } from '@solvent/kit';
import { clearSession, savePendingAction } from '@solvent/store';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { toListedProblem } from '../api/problems.ts';
import { usePendingSave } from '../api/save-problem.ts';
import { ProblemPreview } from '../features/post-problem/problem-preview.tsx';
import { EMPTY_PROBLEM } from '../features/post-problem/problem-draft.ts';
import { SimilarProblems } from '../features/post-problem/similar-problems.tsx';
import { ProblemCard } from './problem-card.tsx';
import { SaveButton } from './save-button.tsx';

describe('a problem card (product 2.18)', () => {
  it('links its title and View Details to the problem, and shows state, category, tags, poster, bids and budget', async () => {
    const problem = buildProblem({
      _id: 'p1',
      title: 'Flaky test',
      status: 'in-progress',
      category: 'ai-ml',
      tags: ['React', 'AWS', 'Ruby', 'Docker', 'Go', 'Rust'],
      bidCount: 1,
      budget: 10_000,
      user: { _id: 'u', name: 'mira Chen', image: null },
      createdAt: new Date().toISOString(),
    });
    const { user } = renderScreen(<ProblemCard problem={toListedProblem(problem)} />);
    const card = within(screen.getByRole('article', { name: 'Flaky test' }));
    const heading = card.getByRole('heading', { name: 'Flaky test' });
    expect(within(heading).getByRole('link')).toHaveAttribute('href', '/view-problems/p1');
    const texts = [
      'In progress',
      'AI & Machine Learning',
      'React',
      'AWS',
      'Ruby',
      'Docker',
      'mira Chen',
      'M',
      'Just now',
      '1 Bid',
      '$10,000',
    ];
    for (const text of [problem.description, ...texts]) expect(card.getByText(text)).toBeVisible();
    expect(card.queryByText('Go')).toBeNull();
    expect(card.getByText(/^\+2/)).toHaveTextContent('+2 more tags');
    const details = card.getByRole('link', { name: 'View Details' });
    expect(details).toHaveAccessibleDescription('Flaky test');
    await user.click(details);
    expect(screen.getByLabelText('Address')).toHaveTextContent('/view-problems/p1');
  });

  it.each([
    ['solved', 'Solved', 'solid'],
    ['in-progress', 'In progress', 'outline'],
    ['open', 'Open', 'subtle'],
    ['closed', 'Closed', 'subtle'],
  ] as const)('has a badge with icon and word for a problem that is %s (product 10.8)', (status, word, variant) => {
    renderScreen(<ProblemStatusBadge status={status} />);
    const badge = screen.getByText(word);
    expect(badge).toHaveAttribute('data-variant', variant);
    expect(badge.querySelector('svg')).toBeInTheDocument();
  });

  it('has defaults if the response has only an id and a title (product 3.6, 9.9), and no "+n" for four tags', () => {
    const four = buildProblem({ title: 'Four', tags: ['React', 'AWS', 'Ruby', 'Docker'], bidCount: 2 });
    renderScreen(
      <>
        <ProblemCard problem={toListedProblem({ _id: 'p1', title: 'Bare' })} />
        <ProblemCard problem={toListedProblem({ ...four, user: { _id: 'u', name: 'Mira Chen', image: '/mira.webp' } })} />
      </>,
    );
    const card = screen.getByRole('article', { name: 'Bare' });
    expect(card).toHaveTextContent('OpenFrontendBare');
    expect(card).toHaveTextContent('0 BidsNo budget yetView Details');
    const other = screen.getByRole('article', { name: 'Four' });
    expect(other).toHaveTextContent('2 Bids');
    expect(within(other).queryByText(/^\+/)).toBeNull();
    expect(other.querySelector('img')).toHaveAttribute('src', '/mira.webp');
  });
});

const TITLE = 'Websocket drops messages';
const PROBLEM = buildProblem({ _id: 'p1', title: 'Flaky test' });
let api: ReturnType<typeof fakeApi> | undefined;
const calls = () => api?.requests.map(({ method, path }) => `${method} ${path}`);

afterEach(() => {
  clearSession();
  sessionStorage.clear();
  api?.restore();
  api = undefined;
});

it('lists similar problems for a title of the right length, without the edited one, and nothing after a failure (product 2.21)', async () => {
  const problems = [
    buildProblem({ _id: 'p1', title: 'Socket reconnects', status: 'solved', bidCount: 1 }),
    buildProblem({ _id: 'me', title: TITLE }),
  ];
  const show = (text: string, answer: () => object) => {
    api = fakeApi({ 'GET /problems/similar': answer });
    return renderScreen(<SimilarProblems title={text} excludedId="me" />);
  };
  const { unmount } = show(` ${TITLE} `, () => ({ problems }));
  const region = within(await screen.findByRole('region', { name: 'Similar problems' }));
  const link = region.getByRole('link', { name: 'Socket reconnects' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/view-problems/p1', '_blank']);
  expect(region.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Socket reconnectsSolved · 1 bid']);
  expect(api?.requests.map(({ params }) => params)).toEqual([{ title: TITLE }]);
  unmount();
  for (const text of ['Too short', 'x'.repeat(121)]) {
    const view = show(text, () => ({ problems }));
    expect(api?.requests).toEqual([]);
    view.unmount();
  }
  show(TITLE, () => refuse('internal', 'Boom'));
  await waitFor(() => expect(api?.requests).toHaveLength(1));
  expect(screen.queryByText('Boom')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Similar problems' })).toBeNull();
});

it('previews the page and the card, inert (product 2.21)', async () => {
  signInAs({ name: 'Ada Park' });
  const values = {
    ...EMPTY_PROBLEM,
    title: TITLE,
    body: '## What happens\n\nIt **breaks**.',
    tags: ['Go'],
    budget: '1250',
    doneBy: '2026-12-24',
  };
  const show = async (given: typeof EMPTY_PROBLEM) => {
    const view = renderScreen(<ProblemPreview values={given} files={[]} />);
    await view.user.click(screen.getByRole('button', { name: 'Preview problem' }));
    return { ...view, preview: within(await screen.findByRole('dialog', { name: 'Preview' })) };
  };
  const { preview, user, unmount } = await show({ ...values, category: 'backend' });
  const [page, card] = [preview.getByRole('article', { name: /page$/ }), preview.getByRole('article', { name: TITLE })];
  for (const part of [page, card]) expect(part.closest('[inert]')).not.toBeNull();
  for (const text of ['Backend Development', 'Go', '$1,250', 'Ada Park'])
    for (const part of [page, card]) expect(within(part).getByText(text)).toBeInTheDocument();
  for (const part of [page, card]) expect(part).toHaveTextContent('Done by Dec 24, 2026');
  expect(await within(page).findByRole('heading', { name: 'What happens' })).toBeInTheDocument();
  // Without the heading of the template (product 2.18).
  expect(within(card).getByText('It breaks.')).toBeInTheDocument();
  await user.click(preview.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  unmount();
  expect(await (await show(EMPTY_PROBLEM)).preview.findByRole('article', { name: 'Your title' })).toBeInTheDocument();
});

describe('the save button', () => {
  function Both({ problem }: { problem: ProblemListItem }) {
    const list = useQuery({ queryKey: ['problems', 'list'], queryFn: async () => ({ pages: [{ problems: [problem] }] }) });
    const detail = useQuery({ queryKey: ['problems', 'detail', problem._id], queryFn: async () => problem });
    const listed = list.data?.pages[0]?.problems[0];
    usePendingSave(listed !== undefined && detail.data !== undefined);
    return (
      <>
        {listed ? <ProblemCard problem={listed} /> : null}
        {detail.data ? <SaveButton problem={detail.data} variant="page" /> : null}
      </>
    );
  }
  const buttons = () => screen.getAllByRole('button', { name: /^Saved?$/ });
  const states = () => buttons().map((button) => [button.ariaLabel ?? button.textContent, button.ariaPressed]);
  const both = (name: string, pressed: string) => [
    [name, pressed],
    [name, pressed],
  ];
  const open = async (problem = PROBLEM) => {
    const view = renderScreen(<Both problem={problem} />, { at: '/problems?sort=bids' });
    await waitFor(() => expect(buttons()).toHaveLength(2));
    const [button] = buttons();
    return { ...view, button: button as HTMLElement };
  };

  it('saves by keyboard and removes by click, stays on the page, and undoes what failed', async () => {
    signInAs();
    const failures = [refuse('not_found', 'This problem is gone.'), NETWORK_FAILURE];
    api = fakeApi({ 'PUT /problems/:id/save': () => failures.shift() ?? {}, 'DELETE /problems/:id/save': () => ({}) });
    const { user, button } = await open();
    expect(button).toHaveAccessibleDescription('Flaky test');
    for (const text of ['This problem is gone.', 'Failed to save the problem. Please try again.']) {
      await user.click(button);
      expect(await screen.findByText(text)).toBeInTheDocument();
      expect(states()).toEqual(both('Save', 'false'));
    }
    button.focus();
    await user.keyboard('{Enter}');
    expect(states()).toEqual(both('Saved', 'true'));
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    await user.click(button);
    await waitFor(() => expect(calls()?.at(-1)).toBe('DELETE /problems/p1/save'));
    expect(states()).toEqual(both('Save', 'false'));
    expect(screen.getByLabelText('Address')).toHaveTextContent('/problems?sort=bids');
  });

  it('sends a visitor to the sign-in, and saves once afterwards, also from another page', async () => {
    api = fakeApi({ 'PUT /problems/:id/save': () => ({}) });
    const { user, button, unmount } = await open();
    await user.click(button);
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
    expect(screen.getByLabelText('Route state')).toHaveTextContent('"action":{"kind":"save-problem","id":"p1"}');
    unmount();
    savePendingAction('save-problem', 'p1');
    const visited = await open();
    expect(calls()).toEqual([]);
    visited.unmount();
    signInAs();
    const other = await open(buildProblem({ _id: 'p2' }));
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    expect(calls()).toEqual(['PUT /problems/p1/save']);
    expect(states()).toEqual(both('Save', 'false'));
    other.unmount();
    await open();
    expect(calls()).toHaveLength(1);
  });
});
