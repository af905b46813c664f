import type { Category, ProblemListItem } from '@solvent/contracts';

/** A problem as this remote shows it in lists: what the wire may leave out has its default (spec 3), but for the category. */
export type ListedProblem = Omit<ProblemListItem, 'category'> & { category?: Category | undefined };

/** What a list item always carries. */
type WireProblem = Partial<ProblemListItem> & Pick<ProblemListItem, '_id' | 'title'>;

const SOMEBODY = { _id: '', name: 'Anonymous', image: null };

export function asListed(wire: WireProblem): ListedProblem {
  const defaults = {
    description: '',
    tags: [],
    bidCount: 0,
    status: 'open',
    budget: 0,
    createdAt: '',
    savedByMe: false,
  } as const;
  return { ...defaults, ...wire, tags: wire.tags ?? [], user: { ...SOMEBODY, ...wire.user } };
}
