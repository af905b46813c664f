import type { PageQuery, Paging } from '@solvent/contracts';

/** Builds the paging of a list. An empty list has one page (product 11.6). */
export function buildPaging({ page, limit }: PageQuery, total: number): Paging {
  return { page, limit, totalPages: Math.max(1, Math.ceil(total / limit)) };
}
