import { HOME, NEXT_STEPS } from '@solvent/contracts';
import type { HomeResponse, NamedProblem, NextStep, NextStepKind } from '@solvent/contracts';
import type { ActionableWork } from '../problems/work.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

/** What a person's next steps are made of. */
interface NextStepSources extends Pick<HomeResponse, 'problems' | 'questions' | 'ratings'> {
  work: ActionableWork[];
}

const step = (kind: NextStepKind, problem: NamedProblem, rest: Partial<NextStep> = {}): NextStep => ({
  kind,
  problem: { _id: problem._id, title: problem.title },
  count: 1,
  person: null,
  at: null,
  ...rest,
});

/** What the viewer has to do about work now; undefined while it is the other one's turn, or there is time. */
function workKind(
  { side, step: reached, dueAt, isChangeProposed, isViewMissing }: ActionableWork,
  now: Date,
): NextStepKind | undefined {
  if (reached === 'disputed') return isViewMissing ? 'dispute' : undefined;
  if (isChangeProposed) return 'change';
  if (side === 'seeker') return ({ delivered: 'delivered', solved: 'pay' } as const)[reached as 'delivered' | 'solved'];
  if (reached === 'paid') return 'received';
  if (reached !== 'accepted') return undefined;
  const left = Date.parse(dueAt) - now.getTime();
  if (left < 0) return 'overdue';
  return left < HOME.dueSoonHours * HOUR_MS ? 'due' : undefined;
}

function workSteps(work: ActionableWork[], now: Date): NextStep[] {
  return work.flatMap((one) => {
    const kind = workKind(one, now);
    if (kind === undefined) return [];
    const isTimed = kind === 'overdue' || kind === 'due';
    return [step(kind, one.problem, { person: one.person, at: isTimed ? one.dueAt : null })];
  });
}

/** New bids are looked at first; those that are known wait for a decision. */
const bidSteps = (problems: NextStepSources['problems']): NextStep[] =>
  problems.flatMap((problem) => {
    const { newBids, pendingBids } = problem;
    if (newBids > 0) return [step('new-bids', problem, { count: newBids })];
    return pendingBids > 0 ? [step('bids', problem, { count: pendingBids })] : [];
  });

/** One for each problem, with the one who asked where that is a single question. */
function questionSteps(questions: NextStepSources['questions']): NextStep[] {
  const ids = [...new Set(questions.map(({ problem }) => problem._id))];
  return ids.flatMap((id) => {
    const own = questions.filter(({ problem }) => problem._id === id);
    const [first] = own;
    if (first === undefined) return [];
    return [step('questions', first.problem, { count: own.length, person: own.length === 1 ? first.author : null })];
  });
}

/** What somebody should do next, the most urgent kind first and in the order of its list; as many as anybody takes in. */
export function nextSteps({ work, problems, questions, ratings }: NextStepSources, now: Date): NextStep[] {
  const all = [
    ...workSteps(work, now),
    ...bidSteps(problems),
    ...questionSteps(questions),
    ...ratings.map(({ problem, person, until }) => step('rate', problem, { person, at: until })),
  ];
  const rank = ({ kind }: NextStep) => NEXT_STEPS.indexOf(kind);
  return all.toSorted((one, other) => rank(one) - rank(other)).slice(0, HOME.nextMax);
}
