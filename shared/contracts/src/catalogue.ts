import type { IsoTime, Paging } from './envelope.ts';

// Not in `modules.ts`: every page of the toolbox loads these, and only dialogs and the upload the choices over there.

/** Orders of the catalogue; the first is the default. */
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
  /** 0 to 5; 0 while nobody has rated it. */
  rating: number;
  ratingCount: number;
  downloads: number;
  /** Address of a 16:9 picture. */
  previewImage: string | null;
  version: string;
  releasedAt: IsoTime;
  updatedAt: IsoTime;
}

/** Answer of `GET /modules`. */
export interface ModulesAnswer extends Paging {
  modules: ModuleListItem[];
  total: number;
}
