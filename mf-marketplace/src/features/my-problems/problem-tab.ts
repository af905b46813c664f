import { PROBLEM_STATUSES } from '@solvent/contracts';
import type { ProblemStatus } from '@solvent/contracts';

export type ProblemTab = ProblemStatus | 'all';

export const PROBLEM_TABS: readonly ProblemTab[] = ['all', ...PROBLEM_STATUSES];

/** The tab of an address; one that does not exist is the first. */
export const readTab = (params: URLSearchParams): ProblemTab => PROBLEM_TABS.find((tab) => tab === params.get('status')) ?? 'all';

export const tabAddress = (tab: ProblemTab): string => (tab === 'all' ? '/my-problems' : `/my-problems?status=${tab}`);

export const statusOf = (tab: ProblemTab): ProblemStatus | undefined => (tab === 'all' ? undefined : tab);
