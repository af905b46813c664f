import type { Problem, TimelineResponse, TimelineEntry } from '@solvent/contracts';
import type { fakeApi } from '@solvent/testing/fake-api';
import { refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { buildProblem, DIEGO, findTitle, MIRA, openSections } from '../../testing/open-problem.tsx';

let api: ReturnType<typeof fakeApi>;
async function open(problem: Partial<Problem>, routes: Parameters<typeof openSections>[1] = {}) {
  const opened = openSections(() => ({ problem: buildProblem(problem) }), routes);
  ({ api } = opened);
  await findTitle();
  return opened;
}
const section = (name: string) => within(screen.getByRole('region', { name }));
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

afterEach(() => {
  api.restore();
  localStorage.clear();
});

describe('the timeline (product 2.19)', () => {
  it('describes who did what, oldest first, without unknown events', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const timeline: TimelineEntry[] = [
      { _id: 'e1', event: 'posted', person: MIRA, at: at(180), times: 1 },
      { _id: 'e2', event: 'closed', person: MIRA, at: at(120), times: 150 },
      { _id: 'e3', event: 'budget_changed', person: MIRA, at: at(60), times: 1, budget: { before: 300, after: 1250 } },
      { _id: 'e4', event: 'budget_changed', person: MIRA, at: at(60), times: 1, budget: { before: 1250, after: 250 } },
      { _id: 'e5', event: 'bid_accepted', person: DIEGO, at: at(5), times: 1 },
      { _id: 'e6', event: 'featured' as TimelineEntry['event'], person: MIRA, at: at(1), times: 1 },
      { _id: 'e7', event: 'solved', person: MIRA, at: at(0), times: 1 },
    ];
    await open({ timeline });
    const entries = section('Timeline').getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Mira Chen posted the problem 3h ago',
      'Mira Chen closed the problem 150 times, 2h ago',
      'Mira Chen raised the budget from $300 to $1,250 1h ago',
      'Mira Chen lowered the budget from $1,250 to $250 1h ago',
      'Diego Fuentes’s bid was accepted 5m ago',
      'Mira Chen marked the problem solved Just now',
    ]);
    expect(section('Timeline').getByRole('link', { name: 'Diego Fuentes' })).toHaveAttribute('href', '/profile/diego');
  });

  it('shows one save of the text and the budget as one entry', async () => {
    const at = daysAgo(1);
    const timeline: TimelineEntry[] = [
      { _id: 'e1', event: 'edited', person: MIRA, at: daysAgo(2), times: 1 },
      { _id: 'e2', event: 'edited', person: DIEGO, at, times: 2 },
      { _id: 'e3', event: 'budget_changed', person: DIEGO, at, times: 1, budget: { before: 300, after: 250 } },
    ];
    await open({ timeline });
    const entries = section('Timeline').getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Mira Chen edited the problem 2d ago',
      'Diego Fuentes edited the problem 2 times and lowered the budget from $300 to $250 1d ago',
    ]);
  });

  it('loads earlier events page by page, again after a failure', async () => {
    const entry = (number: number): TimelineEntry => ({
      _id: `e${number}`,
      event: number === 1 ? 'posted' : 'parted',
      person: { ...DIEGO, _id: `d${number}`, name: `Diego ${number}` },
      at: new Date(Date.UTC(2026, 0, number)).toISOString(),
      times: 1,
    });
    const pages: Record<string, TimelineResponse> = {
      e5: { timeline: [entry(3), entry(4)], hasEarlierEvents: true },
      e3: { timeline: [entry(1), entry(2)], hasEarlierEvents: false },
    };
    let isBroken = true;
    const { user } = await open(
      { timeline: [entry(5), entry(6)], hasEarlierEvents: true },
      {
        'GET /problems/:id/timeline': ({ params }) =>
          (isBroken ? undefined : pages[String(params['before'])]) ?? refuse('unavailable', 'Not now.'),
      },
    );
    const timeline = section('Timeline');
    const people = () => timeline.getAllByRole('link').map(({ textContent }) => textContent);
    expect(people()).toEqual(['Diego 5', 'Diego 6']);
    await user.click(timeline.getByRole('button', { name: 'Show earlier' }));
    expect(await timeline.findByRole('alert')).toHaveTextContent('What happened before could not be loaded.');
    isBroken = false;
    await user.click(timeline.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(people()).toEqual(['Diego 3', 'Diego 4', 'Diego 5', 'Diego 6']));
    await user.click(timeline.getByRole('button', { name: 'Show earlier' }));
    await waitFor(() => expect(people()).toHaveLength(6));
    expect(people()[0]).toBe('Diego 1');
    expect(timeline.queryByRole('button')).not.toBeInTheDocument();
  });
});
