import { BROWSE } from '@solvent/contracts';
import type { ListedProblem, ProblemListPage } from '../../api/problems.ts';

interface FeedPage {
  problems: readonly ListedProblem[];
  firstPosition: number;
}

/** Removes problems that an earlier page shows: new ones shift later pages. Pages without duplicates keep their array. */
export function dedupePages(pages: readonly ProblemListPage[]): FeedPage[] {
  const seen = new Set<string>();
  return pages.map(({ problems }) => {
    const firstPosition = seen.size + 1;
    const hasNoDuplicates = problems.every(({ _id }) => !seen.has(_id));
    const unique = hasNoDuplicates ? problems : problems.filter(({ _id }) => !seen.has(_id));
    for (const { _id } of unique) seen.add(_id);
    return { problems: unique, firstPosition };
  });
}

/** After so many pages, the next one loads on a click, so that the footer can be reached (product 2.17). */
export const isPauseAfter = (pageCount: number): boolean => pageCount > 0 && pageCount % BROWSE.automaticPages === 0;

/** Returns how many pages the address restores. Ignores invalid values. */
export function readPage(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^\d{1,9}$/.test(page) ? Math.min(Math.max(Number(page), 1), BROWSE.restoredPages) : 1;
}

/** Writes the number of loaded pages to the address, so that a reload restores the position (product 10.16). */
export function markPage(pageCount: number): void {
  const { pathname, search, hash } = window.location;
  // Another page may have replaced the list meanwhile.
  if (pathname !== '/problems') return;
  const params = new URLSearchParams(search);
  params.delete('page');
  if (pageCount > 1) params.set('page', String(pageCount));
  const query = params.toString().replaceAll('%2C', ',');
  const next = query && `?${query}`;
  if (next !== search) window.history.replaceState(window.history.state, '', pathname + next + hash);
}
