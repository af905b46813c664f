import { jest } from '@jest/globals';
import { DELETED_PERSON_NAME } from '@solvent/contracts';
import { clearSession, keepPendingAction } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Component as AllProblems } from './all-problems-page.tsx';
import { seenProblems } from '../../problem/seen-problems.ts';
import { build, openProblem, side, title } from '../../testing/open-problem.tsx';

let opened: ReturnType<typeof openProblem>;
function open(answer?: () => object, at = '/view-problems/p1', path = '/view-problems/:id') {
  opened = openProblem({ ...(answer ? { answer } : {}), at, path });
  return opened;
}

afterEach(() => {
  clearSession();
  opened.api.restore();
});

describe('a problem (product 2.19)', () => {
  it.each([
    ['/view-problems/p1', '/view-problems/:id'],
    ['/problems/p1', '/problems/:id'],
  ])('stands at %s', async (at, path) => {
    open(undefined, at, path);
    expect(await title()).toBeVisible();
    expect(opened.sent('GET')[0]?.path).toBe('/problems/p1');
    expect(document.title).toBe('Websocket reconnects drop messages · Solvent');
  });

  it('shows state, category, poster, time, every tag and the description', async () => {
    const tags = ['React', 'AWS', 'Docker', 'GraphQL', 'Ruby'];
    open(() => ({ problem: build({ status: 'in-progress', category: 'devops', tags, createdAt: new Date().toISOString() }) }));
    await title();
    expect(screen.getByText('In progress')).toBeVisible();
    expect(screen.getByText('DevOps & Deployment')).toBeVisible();
    expect(screen.getAllByText('Mira Chen')[0]).toBeVisible();
    expect(screen.getByText('Just now')).toBeVisible();
    const listed = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(listed.map((tag) => tag.textContent)).toEqual(tags);
    expect(await screen.findByRole('heading', { level: 3, name: 'What happens' })).toBeVisible();
    expect(screen.getByText('drops')).toBeVisible();
  });

  it('is remembered as seen on this device, until it is gone', async () => {
    open();
    await title();
    expect(seenProblems()).toEqual([{ _id: 'p1', title: 'Websocket reconnects drop messages' }]);
    opened.unmount();
    opened.api.restore();
    open(() => refuse('not_found', 'This problem does not exist.'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Problem not found' })).toBeVisible();
    expect(seenProblems()).toEqual([]);
  });

  it('says what others say of the poster, once somebody does', async () => {
    open(() => ({ problem: build({ posterRating: { rating: 4.5, ratingCount: 2 } }) }));
    await title();
    expect(screen.getByText('4.5 (2)', { exact: false })).toBeVisible();
  });

  it("leads from the poster to that person's page", async () => {
    open(() => ({ problem: build({ user: { _id: 'mira', name: 'Mira Chen', image: null } }) }));
    await title();
    expect(screen.getAllByRole('link', { name: 'Mira Chen' })[0]).toHaveAttribute('href', '/profile/mira');
  });

  it.each([
    ['deleted', { _id: 'gone', name: DELETED_PERSON_NAME, image: null }],
    ['unknown', undefined],
  ])('names a poster who is %s, who has no page', async (_who, user) => {
    const { user: _mira, ...problem } = build();
    open(() => ({ problem: { ...(user ? { ...problem, user } : problem), timeline: [] } }));
    await title();
    const name = user?.name ?? 'Anonymous';
    expect(screen.getAllByText(name)[0]).toBeVisible();
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  });

  it.each([
    [0, '0 Bids'],
    [1, '1 Bid'],
    [12, '12 Bids'],
  ])('with %i bids says "%s" (product 2.18)', async (bidCount, text) => {
    open(() => ({ problem: build({ bidCount, budget: 1250 }) }));
    await title();
    expect(side().getByText(text)).toBeVisible();
    expect(side().getByText('$1,250')).toBeVisible();
    expect(screen.getByText('1,204 views')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to problems' })).toHaveAttribute('href', '/problems');
  });

  it('has its defaults where the answer leaves something out (product 3.6)', async () => {
    open(() => ({ problem: { _id: 'p1', title: 'Websocket reconnects drop messages' } }));
    await title();
    expect(screen.getByText('Frontend Development')).toBeVisible();
    expect(screen.getByText('Open')).toBeVisible();
    expect(side().getByText('0 Bids')).toBeVisible();
  });

  it('says when there is no such problem', async () => {
    open(() => refuse('not_found', 'This problem does not exist.'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Problem not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('says when it could not be loaded, and tries again', async () => {
    let broken = true;
    const { user } = open(() => (broken ? refuse('internal', 'No') : { problem: build() }));
    expect(await screen.findByRole('heading', { level: 1, name: 'The problem could not be loaded' })).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title()).toBeVisible();
  });

  it('shows its shape after 120 ms', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      open(() => new Promise<never>(() => {}));
      const skeleton = screen.getByRole('status', { name: 'Loading' });
      expect(skeleton).toBeEmptyDOMElement();
      await act(() => jest.advanceTimersByTimeAsync(150));
      expect(skeleton).not.toBeEmptyDOMElement();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('Share', () => {
  const share = jest.fn<(data: ShareData) => Promise<void>>();
  afterEach(() => {
    share.mockReset();
    Reflect.deleteProperty(navigator, 'share');
  });

  async function press() {
    const view = open();
    await title();
    // After the user of the test: it brings its own clipboard.
    const written = jest.spyOn(navigator.clipboard, 'writeText');
    return { written, click: () => view.user.click(screen.getByRole('button', { name: 'Share' })) };
  }

  it('copies the link where the system has no share dialog', async () => {
    const { written, click } = await press();
    await click();
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(written).toHaveBeenCalledWith(window.location.origin + window.location.pathname);
  });

  it('says when the link could not be copied', async () => {
    const { written, click } = await press();
    written.mockRejectedValue(new Error('denied'));
    await click();
    expect(await screen.findByText('The link could not be copied. Copy it from the address bar.')).toBeVisible();
  });

  it("opens the system's dialog where there is one; closing it is silent", async () => {
    share.mockRejectedValue(new DOMException('closed', 'AbortError'));
    Object.assign(navigator, { share });
    const { written, click } = await press();
    await click();
    await waitFor(() =>
      expect(share).toHaveBeenCalledWith(expect.objectContaining({ title: 'Websocket reconnects drop messages' })),
    );
    expect(written).not.toHaveBeenCalled();
  });
});

it('/view-problems without an id leads to the list', () => {
  renderScreen(<AllProblems />, { at: '/view-problems' });
  expect(screen.getByLabelText('Address')).toHaveTextContent('/problems');
  expect(screen.getByLabelText('Address')).not.toHaveTextContent('view');
});

it('saves the problem that somebody wanted to save before signing in', async () => {
  keepPendingAction('save-problem', 'p1');
  signInAs();
  opened = openProblem({ routes: { 'PUT /problems/:id/save': () => ({}) } });
  expect(await screen.findByText('Problem saved')).toBeInTheDocument();
  expect(side().getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true');
});
