import type { HomeResponse, RatingDue } from '@solvent/contracts';
import type { ActionableWork } from '../problems/work.ts';
import { buildNextSteps } from './next-steps.ts';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString();
const diego = { _id: 'diego', name: 'Diego', image: null };

let count = 0;
const named = (title: string) => ({ _id: `p${(count += 1)}`, title });
const work = (title: string, given: Partial<ActionableWork> = {}): ActionableWork => ({
  problem: named(title),
  side: 'solver',
  person: diego,
  amount: 100,
  step: 'accepted',
  dueAt: inHours(200),
  isChangeProposed: false,
  isViewMissing: false,
  ...given,
});
const problem = (title: string, newBids: number, pendingBids = newBids): HomeResponse['problems'][number] => ({
  ...named(title),
  newBids,
  pendingBids,
  openQuestions: 0,
  budget: 100,
  createdAt: inHours(-50),
});
const rating = (title: string): RatingDue => ({ problem: named(title), person: diego, until: inHours(30) });

type Known = Partial<Parameters<typeof buildNextSteps>[0]>;
const steps = (known: Known) =>
  buildNextSteps({ work: [], problems: [], questions: [], ratings: [], ...known }, NOW).map(
    ({ kind, problem: { title }, ...rest }) => ({ summary: `${kind} ${title}`, ...rest }),
  );
const summarize = (known: Known) => steps(known).map(({ summary }) => summary);

describe('next steps (product 2.49)', () => {
  it('list the most urgent kind first, regardless of the role', () => {
    expect(
      summarize({
        ratings: [rating('Rated')],
        problems: [problem('New', 3), problem('Known', 0, 2), problem('Without bids', 0)],
        work: [
          work('Late', { dueAt: inHours(-1) }),
          work('Soon', { dueAt: inHours(20) }),
          work('Handed', { side: 'seeker', step: 'delivered' }),
        ],
      }),
    ).toEqual(['overdue Late', 'delivered Handed', 'due Soon', 'new-bids New', 'bids Known', 'rate Rated']);
  });

  it('are at most six', () => {
    expect(summarize({ problems: Array.from({ length: 9 }, (_, index) => problem(`${index}`, 1)) })).toHaveLength(6);
  });

  it.each([
    ['solver', 'accepted', 47, 'due'],
    ['solver', 'accepted', 49, undefined],
    ['solver', 'accepted', -1, 'overdue'],
    ['solver', 'delivered', -1, undefined],
    ['solver', 'solved', -1, undefined],
    ['solver', 'paid', -1, 'received'],
    ['seeker', 'accepted', -1, undefined],
    ['seeker', 'delivered', 5, 'delivered'],
    ['seeker', 'solved', 5, 'pay'],
    ['seeker', 'paid', 5, undefined],
  ] as const)('for a %s, %s work due in %i hours: %s', (side, step, hours, kind) => {
    expect(summarize({ work: [work('It', { side, step, dueAt: inHours(hours) })] })).toEqual(kind ? [`${kind} It`] : []);
  });

  it('prompt for an answer to a proposed change before anything else', () => {
    const isChangeProposed = true;
    expect(summarize({ work: [work('It', { dueAt: inHours(-1), isChangeProposed }), work('Theirs')] })).toEqual(['change It']);
  });

  it('are empty during a dispute once the viewer has stated their view', () => {
    const disputed = { step: 'disputed', dueAt: inHours(-1) } as const;
    expect(summarize({ work: [work('Stated', disputed), work('Not stated', { ...disputed, isViewMissing: true })] })).toEqual([
      'dispute Not stated',
    ]);
  });

  it('include the due date and the other party', () => {
    const dueAt = inHours(-1);
    expect(steps({ work: [work('Late', { dueAt })] })).toEqual([{ summary: 'overdue Late', count: 1, person: diego, at: dueAt }]);
    expect(steps({ ratings: [rating('Rated')] })).toEqual([{ summary: 'rate Rated', count: 1, person: diego, at: inHours(30) }]);
  });

  it('combine the questions of a problem', () => {
    const question = { author: diego, content: 'Why?', createdAt: inHours(-2) };
    const questionOn = (about: ReturnType<typeof named>, _id: string) => ({ _id, problem: about, ...question });
    const [one, other] = [named('One'), named('Other')];
    expect(steps({ questions: [questionOn(one, 'q1'), questionOn(other, 'q2'), questionOn(one, 'q3')] })).toEqual([
      { summary: 'questions One', count: 2, person: null, at: null },
      { summary: 'questions Other', count: 1, person: diego, at: null },
    ]);
  });
});
