import type { IsoTime, Paging } from './envelope.ts';

// Separate from modules.ts: every page of the toolbox loads this file, only dialogs and the upload load the other.

export const MODULE_SORTS = ['popular', 'newest', 'rating', 'price'] as const;
export type ModuleSort = (typeof MODULE_SORTS)[number];

/** A module in the catalogue (product 3.12). */
export interface ModuleListItem {
  id: string;
  slug: string;
  title: string;
  description: string;
  tags: string[];
  /** US cents; 0 means free. */
  priceCents: number;
  author: { _id: string; name: string; image: string | null };
  rating: number;
  ratingCount: number;
  downloads: number;
  previewImage: string | null;
  version: string;
  releasedAt: IsoTime;
  updatedAt: IsoTime;
}

export interface ModulesResponse extends Paging {
  modules: ModuleListItem[];
  total: number;
}
