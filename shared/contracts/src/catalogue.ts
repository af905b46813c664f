// Separate from modules.ts: every page of the toolbox loads this file, only dialogs and the upload load the other.

export const MODULE_SORTS = ['popular', 'newest', 'rating', 'price'] as const;
export type ModuleSort = (typeof MODULE_SORTS)[number];
