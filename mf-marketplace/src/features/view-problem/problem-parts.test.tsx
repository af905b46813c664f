import type { StoredFile, TimelineAnswer, TimelineEntry } from '@solvent/contracts';
import { formatFileSize } from '@solvent/kit';
import { refuse } from '@solvent/testing/fake-api';
import type { fakeApi } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { build, DIEGO, MIRA, openProblem, title } from '../../testing/open-problem.tsx';

const LOG: StoredFile = { _id: 'f1', url: '/api/files/f1', name: 'server.log', size: 12_800, mimeType: 'text/plain' };
const SHOT: StoredFile = { _id: 'f2', url: '/api/files/f2', name: 'screen.png', size: 2_500_000, mimeType: 'image/png' };
const DRAWING: StoredFile = { ...SHOT, _id: 'f3', name: 'drawing.svg', mimeType: 'image/svg+xml' };

let opened: ReturnType<typeof openProblem>;
async function open(parts: Parameters<typeof build>[0], routes: Parameters<typeof fakeApi>[0] = {}) {
  opened = openProblem({ answer: () => ({ problem: build(parts) }), routes });
  await title();
  return opened;
}
const part = (name: string) => within(screen.getByRole('region', { name }));

afterEach(() => opened.api.restore());

describe('the attachments', () => {
  it('have name and size; what is no picture is downloaded', async () => {
    await open({ attachments: [LOG, DRAWING] });
    const [log, drawing] = part('Attachments').getAllByRole('link');
    expect(log).toHaveAccessibleName('server.log 13 KB');
    expect(log).toHaveAttribute('href', '/api/files/f1');
    expect(log).toHaveAttribute('download', 'server.log');
    expect(drawing).toHaveAttribute('download', 'drawing.svg');
  });

  it('that are pictures open large', async () => {
    const { user } = await open({ attachments: [SHOT] });
    const tile = part('Attachments').getByRole('button', { name: 'screen.png 2.4 MB' });
    await user.click(tile);
    const dialog = within(await screen.findByRole('dialog', { name: 'screen.png' }));
    expect(dialog.getByRole('img', { name: 'screen.png' })).toHaveAttribute('src', '/api/files/f2');
    expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'screen.png');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(tile).toHaveFocus());
  });

  it('take no room while there are none', async () => {
    await open({});
    expect(screen.queryByRole('region', { name: 'Attachments' })).not.toBeInTheDocument();
  });

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1024 * 1024, '1 MB'],
    [10 * 1024 * 1024, '10 MB'],
  ])('of %i bytes say "%s"', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
});

describe('the timeline', () => {
  it('says who did what, oldest first', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const timeline: TimelineEntry[] = [
      { _id: 'e1', event: 'posted', person: MIRA, at: at(180), times: 1 },
      { _id: 'e2', event: 'closed', person: MIRA, at: at(120), times: 150 },
      { _id: 'e5', event: 'budget_changed', person: MIRA, at: at(60), times: 1, budget: { before: 300, after: 1250 } },
      { _id: 'e6', event: 'budget_changed', person: MIRA, at: at(60), times: 1, budget: { before: 1250, after: 250 } },
      { _id: 'e3', event: 'bid_accepted', person: DIEGO, at: at(5), times: 1 },
      { _id: 'e4', event: 'solved', person: MIRA, at: at(0), times: 1 },
    ];
    await open({ timeline });
    const entries = part('Timeline').getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Mira Chen posted the problem 3h ago',
      'Mira Chen closed the problem 150 times, 2h ago',
      'Mira Chen raised the budget from $300 to $1,250 1h ago',
      'Mira Chen lowered the budget from $1,250 to $250 1h ago',
      'Diego Fuentes’s bid was accepted 5m ago',
      'Mira Chen marked the problem solved Just now',
    ]);
    expect(part('Timeline').getByRole('link', { name: 'Diego Fuentes' })).toHaveAttribute('href', '/profile/diego');
  });

  it('has what is further back at a click, page after page, and says where that fails', async () => {
    const entry = (number: number): TimelineEntry => ({
      _id: `e${number}`,
      event: number === 1 ? 'posted' : 'parted',
      person: { ...DIEGO, _id: `d${number}`, name: `Diego ${number}` },
      at: new Date(Date.UTC(2026, 0, number)).toISOString(),
      times: 1,
    });
    const pages: Record<string, TimelineAnswer> = {
      e5: { timeline: [entry(3), entry(4)], hasEarlierEvents: true },
      e3: { timeline: [entry(1), entry(2)], hasEarlierEvents: false },
    };
    let fails = true;
    const answer = ({ params }: { params: Record<string, unknown> }) =>
      (fails ? undefined : pages[String(params['before'])]) ?? refuse('unavailable', 'Not now.');
    const { user } = await open(
      { timeline: [entry(5), entry(6)], hasEarlierEvents: true },
      { 'GET /problems/:id/timeline': answer },
    );
    const people = () =>
      part('Timeline')
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(people()).toEqual(['Diego 5', 'Diego 6']);
    await user.click(part('Timeline').getByRole('button', { name: 'Show earlier' }));
    expect(await part('Timeline').findByRole('alert')).toHaveTextContent('What happened before could not be loaded.');
    fails = false;
    await user.click(part('Timeline').getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(people()).toEqual(['Diego 3', 'Diego 4', 'Diego 5', 'Diego 6']));
    await user.click(part('Timeline').getByRole('button', { name: 'Show earlier' }));
    await waitFor(() => expect(people()).toHaveLength(6));
    expect(people()[0]).toBe('Diego 1');
    expect(part('Timeline').queryByRole('button')).not.toBeInTheDocument();
  });

  it('leaves out what this version does not know', async () => {
    // A later server.
    const timeline = [{ event: 'featured', person: MIRA, at: '2026-11-20T10:00:00.000Z' }] as unknown as TimelineEntry[];
    await open({ timeline });
    expect(screen.queryByRole('region', { name: 'Timeline' })).not.toBeInTheDocument();
  });
});
