import type { ComponentType } from 'react';

/** Where a person is about to go: params of the path, and the query string. */
export interface PageTarget {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** A loaded page. Its module exports only `Component`; `withPreload` adds the rest where the page is declared. */
export interface PageModule {
  Component: ComponentType;
  /** Fetches the page's data into the query cache, when a person is about to go there. Failures are ignored. */
  preload?: (target: PageTarget) => Promise<unknown>;
}

/** Something that the command palette leads to. */
export interface SearchResult {
  /** Path and query. */
  to: string;
  label: string;
  /** A word beside it, such as a price. */
  detail?: string;
}

/** What the module of a search exports. */
export interface SearchModule {
  /**
   * Finds some for a text that is not empty, the best first: `limit` are enough.
   * @throws where it could not look
   */
  search: (text: string, options: { limit: number; signal: AbortSignal }) => Promise<SearchResult[]>;
  /** Where all that a text finds is listed: stands last. */
  all?: (text: string) => SearchResult;
}

/** What a slot whose name ends in `-dialog` is given. */
export interface DialogSlotProps {
  open: boolean;
  onClose: () => void;
  /** What the dialog is for was done: it closes, and who asked for it goes on. */
  onDone: () => void;
}

/** A slot that the shell opens over any page, such as `role-switch-dialog`. */
export type DialogSlotName = `${string}-dialog`;

/** A section of the settings, such as `reports-settings`. */
export type SettingsSlotName = `${string}-settings`;

/** The slots that the shell places, with the props that it gives them. */
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
 * What `./remote` of a remote exports by default: how to load what its `remote.json` names. All else that the shell has to know
 * of them stands there, since it is needed before any code is. The build names each chunk by its key.
 */
export interface Remote {
  /** By the names that paths have as `page`. */
  pages: Record<string, () => Promise<PageModule>>;
  slots?: SlotLoaders;
  searches?: Record<string, () => Promise<SearchModule>>;
}
