import { parseNumber, summarize } from '@solvent/contracts/rules';
import { useSession } from '@solvent/store';
import type { ListedProblem } from '../../api/problems.ts';
import { ProblemCard } from '../../problem/problem-card.tsx';
import { EMPTY_PROBLEM } from './problem-draft.ts';
import type { ProblemValues } from './problem-draft.ts';

type Poster = ListedProblem['user'];

function toListedProblem({ title, body, category, tags, budget, doneBy }: ProblemValues, user: Poster): ListedProblem {
  return {
    _id: '',
    title: title.trim() || 'Your title',
    description: body === EMPTY_PROBLEM.body ? '' : summarize(body),
    category: category || undefined,
    tags,
    bidCount: 0,
    status: 'open',
    budget: parseNumber(budget ?? '') || 0,
    doneBy: doneBy ?? null,
    createdAt: new Date().toISOString(),
    user,
    savedByMe: false,
  };
}

export function Component({ values }: { values: ProblemValues }) {
  const user = useSession((state) => state.userData);
  return user ? <ProblemCard problem={toListedProblem(values, user)} /> : null;
}
