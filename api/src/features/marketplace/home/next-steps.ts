import { HOME, NEXT_STEPS } from '@solvent/contracts';
import type { HomeResponse, NamedProblem, NextStep, NextStepKind } from '@solvent/contracts';
import type { ActionableWork } from '../problems/work.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

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

/** Returns the kind of the next step; undefined while it is the other party's turn, or the due date is not near. */
function getWorkKind(
  { side, step: progress, dueAt, isRevising, isChangeProposed, isViewMissing }: ActionableWork,
  now: Date,
): NextStepKind | undefined {
  if (progress === 'disputed') return isViewMissing ? 'dispute' : undefined;
  if (isChangeProposed) return 'change';
  if (side === 'seeker') return ({ delivered: 'delivered', solved: 'pay' } as const)[progress as 'delivered' | 'solved'];
  if (progress === 'paid') return 'received';
  if (progress !== 'accepted') return undefined;
  const remainingMs = Date.parse(dueAt) - now.getTime();
  if (remainingMs < 0) return 'overdue';
  return isRevising || remainingMs < HOME.dueSoonHours * HOUR_MS ? 'due' : undefined;
}

function buildWorkSteps(work: ActionableWork[], now: Date): NextStep[] {
  return work.flatMap((item) => {
    const kind = getWorkKind(item, now);
    if (kind === undefined) return [];
    const isTimed = kind === 'overdue' || kind === 'due';
    const isRevising = isTimed && item.isRevising;
    return [
      step(kind, item.problem, { person: item.person, at: isTimed ? item.dueAt : null, ...(isRevising && { isRevising }) }),
    ];
  });
}

const buildBidSteps = (problems: NextStepSources['problems']): NextStep[] =>
  problems.flatMap((problem) => {
    const { newBids, pendingBids } = problem;
    if (newBids > 0) return [step('new-bids', problem, { count: newBids })];
    return pendingBids > 0 ? [step('bids', problem, { count: pendingBids })] : [];
  });

/** Builds one step per problem. It names the author if there is a single question. */
function buildQuestionSteps(questions: NextStepSources['questions']): NextStep[] {
  const ids = [...new Set(questions.map(({ problem }) => problem._id))];
  return ids.flatMap((id) => {
    const own = questions.filter(({ problem }) => problem._id === id);
    const [first] = own;
    if (first === undefined) return [];
    return [step('questions', first.problem, { count: own.length, person: own.length === 1 ? first.author : null })];
  });
}

export function buildNextSteps({ work, problems, questions, ratings }: NextStepSources, now: Date): NextStep[] {
  const all = [
    ...buildWorkSteps(work, now),
    ...buildBidSteps(problems),
    ...buildQuestionSteps(questions),
    ...ratings.map(({ problem, person, until }) => step('rate', problem, { person, at: until })),
  ];
  const rank = ({ kind }: NextStep) => NEXT_STEPS.indexOf(kind);
  return all.toSorted((one, other) => rank(one) - rank(other)).slice(0, HOME.nextMax);
}
