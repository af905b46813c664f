import { jest } from '@jest/globals';
import type { ProblemListItem } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor } from '@testing-library/react';
import { usePendingSave } from '../api/save-problem.ts';
import { ProblemCard } from './problem-card.tsx';
import { SaveButton } from './save-button.tsx';

const PROBLEM = buildProblem({ _id: 'p1', title: 'Flaky test' });
let api: ReturnType<typeof fakeApi> | undefined;

afterEach(() => {
  clearSession();
  sessionStorage.clear();
  api?.restore();
  api = undefined;
});

/** As pages hold it: in a list of cards, and in full. */
function Both({ id, read }: { id: string; read: () => Promise<ProblemListItem> }) {
  const list = useQuery({ queryKey: ['problems', 'list'], queryFn: async () => ({ pages: [{ problems: [await read()] }] }) });
  const detail = useQuery({ queryKey: ['problems', 'detail', id], queryFn: read });
  const listed = list.data?.pages[0]?.problems[0];
  usePendingSave(listed !== undefined && detail.data !== undefined);
  return (
    <>
      {listed ? <ProblemCard problem={listed} /> : null}
      {detail.data ? <SaveButton problem={detail.data} variant="page" /> : null}
    </>
  );
}

const open = (problem = PROBLEM, at = '/problems?sort=bids') =>
  renderScreen(<Both id={problem._id} read={async () => problem} />, { at });
const buttons = () => screen.getAllByRole('button', { name: /^Saved?$/ });
const states = () => buttons().map((button) => [button.ariaLabel ?? button.textContent, button.ariaPressed]);
const calls = () => api?.requests.map(({ method, path }) => `${method} ${path}`);
const first = async () => {
  await waitFor(() => expect(buttons()).toHaveLength(2));
  const [button] = buttons();
  if (!button) throw new Error('There is no button.');
  return button;
};

describe('the save button, signed in', () => {
  beforeEach(() => void signInAs());

  it('saves at once, wherever the problem stands, and stays on the page', async () => {
    let answer = () => {};
    api = fakeApi({ 'PUT /problems/:id/save': () => new Promise<object>((resolve) => (answer = () => resolve({}))) });
    const { user } = open();
    await user.click(await first());
    expect(states()).toEqual([
      ['Saved', 'true'],
      ['Saved', 'true'],
    ]);
    await waitFor(() => expect(calls()).toEqual(['PUT /problems/p1/save']));
    act(answer);
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    expect(screen.getByLabelText('Address')).toHaveTextContent('/problems?sort=bids');
  });

  it('takes it back with the second click', async () => {
    api = fakeApi({ 'DELETE /problems/:id/save': () => ({}) });
    const { user } = open({ ...PROBLEM, savedByMe: true });
    await user.click(await first());
    expect(await screen.findByText('Problem no longer saved')).toBeInTheDocument();
    expect(states()).toEqual([
      ['Save', 'false'],
      ['Save', 'false'],
    ]);
  });

  it('sends quick clicks one after the other, and shows what the last one said', async () => {
    let answer = () => {};
    api = fakeApi({
      'PUT /problems/:id/save': () => new Promise<object>((resolve) => (answer = () => resolve({}))),
      'DELETE /problems/:id/save': () => ({}),
    });
    const { user } = open();
    await user.dblClick(await first());
    expect(calls()).toEqual(['PUT /problems/p1/save']);
    act(answer);
    expect(await screen.findByText('Problem no longer saved')).toBeInTheDocument();
    expect(calls()).toEqual(['PUT /problems/p1/save', 'DELETE /problems/p1/save']);
    expect(states()[0]).toEqual(['Save', 'false']);
    expect(screen.queryByText('Problem saved')).toBeNull();
  });

  it('stays saved when answers from before come after it', async () => {
    let now = PROBLEM;
    let held: Promise<void> | undefined;
    let release = () => {};
    const read = async () => {
      const answer = now;
      await (now.savedByMe ? undefined : held);
      return answer;
    };
    api = fakeApi({ 'PUT /problems/:id/save': () => (now = { ...PROBLEM, savedByMe: true }) });
    const { user, queryClient } = renderScreen(<Both id={PROBLEM._id} read={read} />, { at: '/problems' });
    const button = await first();
    held = new Promise((resolve) => (release = resolve));
    void queryClient.refetchQueries();
    await user.click(button);
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    await act(async () => release());
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(states()).toEqual([
      ['Saved', 'true'],
      ['Saved', 'true'],
    ]);
  });

  it.each([
    ['the sentence of the server', refuse('not_found', 'This problem is gone.'), 'This problem is gone.'],
    ['its own without one', NETWORK_FAILURE, 'Failed to save the problem. Please try again.'],
  ])('goes back to what it was after a failure, with %s', async (_what, failure, text) => {
    api = fakeApi({ 'PUT /problems/:id/save': () => failure });
    const { user } = open();
    await user.click(await first());
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(states()).toEqual([
      ['Save', 'false'],
      ['Save', 'false'],
    ]);
  });

  it('works by keyboard, and is described by the title of its card', async () => {
    api = fakeApi({ 'PUT /problems/:id/save': () => ({}) });
    const { user } = open();
    const button = await first();
    expect(button).toHaveAccessibleDescription('Flaky test');
    await user.tab();
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
  });
});

describe('the save button, signed out', () => {
  const clickSignedOut = async () => {
    const view = open();
    await view.user.click(await first());
    expect(screen.getByLabelText('Address')).toHaveTextContent('/signin');
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"from":"/problems?sort=bids"}');
    view.unmount();
  };

  it('leads to the sign-in, and saves when one is back: once', async () => {
    await clickSignedOut();
    signInAs();
    api = fakeApi({ 'PUT /problems/:id/save': () => ({}) });
    const { unmount } = open();
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    await waitFor(() =>
      expect(states()).toEqual([
        ['Saved', 'true'],
        ['Saved', 'true'],
      ]),
    );
    unmount();
    open();
    await first();
    expect(calls()).toEqual(['PUT /problems/p1/save']);
  });

  it('saves from the button of another problem too: its own card may be further down', async () => {
    await clickSignedOut();
    signInAs();
    api = fakeApi({ 'PUT /problems/:id/save': () => ({}) });
    open(buildProblem({ _id: 'p2' }));
    expect(await screen.findByText('Problem saved')).toBeInTheDocument();
    expect(calls()).toEqual(['PUT /problems/p1/save']);
    expect(states()[0]).toEqual(['Save', 'false']);
  });

  it('saves nothing while one has not signed in', async () => {
    await clickSignedOut();
    api = fakeApi({});
    open();
    await first();
    expect(calls()).toEqual([]);
  });

  it('forgets the wish after ten minutes', async () => {
    await clickSignedOut();
    const later = Date.now() + 10 * 60_000;
    const now = jest.spyOn(Date, 'now').mockReturnValue(later);
    signInAs();
    api = fakeApi({});
    open();
    await first();
    expect(calls()).toEqual([]);
    now.mockRestore();
  });
});
