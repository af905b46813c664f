import type { ComponentType } from 'react';

/** The page that a user is about to open: params of the path, and the query string. */
export interface PageTarget {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** A loaded page. Its module exports only `Component`; `withPreload` adds the rest where the page is declared. */
export interface PageModule {
  Component: ComponentType;
  /** Fetches the page's data into the query cache before navigation. Failures are ignored. */
  preload?: (target: PageTarget) => Promise<unknown>;
}

/** A result in the command palette. */
export interface SearchResult {
  /** Path and query. */
  to: string;
  label: string;
  /** A word beside it, such as a price. */
  detail?: string;
}

/** The exports of a search's module. */
export interface SearchModule {
  /**
   * Returns up to `limit` results for a non-empty text, best first.
   * @throws if the search fails
   */
  search: (text: string, options: { limit: number; signal: AbortSignal }) => Promise<SearchResult[]>;
  /** A last result that links to the list of all results. */
  all?: (text: string) => SearchResult;
}

/** Props of a slot whose name ends in `-dialog`. */
export interface DialogSlotProps {
  open: boolean;
  onClose: () => void;
  /** Called after the dialog's action succeeded. */
  onDone: () => void;
}

/** A slot that the shell opens over any page, such as `role-switch-dialog`. */
export type DialogSlotName = `${string}-dialog`;

/** A section of the settings, such as `reports-settings`. */
export type SettingsSlotName = `${string}-settings`;

/** The slots of the shell with their props. */
export interface SlotProps {
  /** In the top bar when signed in: bell, badge and dropdown. */
  'notification-bell': object;
  [dialog: DialogSlotName]: DialogSlotProps;
  /** On /profile, below the settings of this browser: a `Panel` with a heading of level 2 (contract 3.3). */
  [settings: SettingsSlotName]: object;
}

export type SlotName = keyof SlotProps;

/** Loads a slot's component. */
export type SlotLoaders = { [Name in SlotName]?: () => Promise<{ Component: ComponentType<SlotProps[Name]> }> };

/**
 * The default export of `./remote`: loaders of the pages, slots and searches in its `remote.json`. The build names each chunk
 * by its key.
 */
export interface Remote {
  /** By the names that paths have as `page`. */
  pages: Record<string, () => Promise<PageModule>>;
  slots?: SlotLoaders;
  searches?: Record<string, () => Promise<SearchModule>>;
}
