import type { ProblemListItem } from '@solvent/contracts';

/** What a discussion knows of its problem. */
export type DiscussedProblem = Pick<ProblemListItem, '_id' | 'user'>;
