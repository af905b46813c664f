import type { ComponentType } from 'react';

export interface PageTarget {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** Modules of pages export only `Component`; `withPreload` adds the rest. */
export interface PageModule {
  Component: ComponentType;
  /** Fetches the page's data into the query cache before navigation. Failures are ignored. */
  preload?: (target: PageTarget) => Promise<unknown>;
}

export interface SearchResult {
  to: string;
  label: string;
  detail?: string;
}

export interface SearchModule {
  /** Returns up to `limit` results for a non-empty text, best first. @throws if the search fails */
  search: (text: string, options: { limit: number; signal: AbortSignal }) => Promise<SearchResult[]>;
  /** Returns a link to the list of all results. */
  all?: (text: string) => SearchResult;
}

export interface DialogSlotProps {
  open: boolean;
  onClose: () => void;
  /** Called after the dialog's action succeeded. */
  onDone: () => void;
}

export type DialogSlotName = `${string}-dialog`;

export type SettingsSlotName = `${string}-settings`;

export interface SlotProps {
  /** In the top bar of a signed-in user. */
  'notification-bell': object;
  [dialog: DialogSlotName]: DialogSlotProps;
  /** On /profile: a `Panel` with a level 2 heading (contract 3.3). */
  [settings: SettingsSlotName]: object;
}

export type SlotName = keyof SlotProps;

export type SlotLoaders = { [Name in SlotName]?: () => Promise<{ Component: ComponentType<SlotProps[Name]> }> };

/** Default export of `./remote`: loaders by the keys in its `remote.json`. */
export interface Remote {
  pages: Record<string, () => Promise<PageModule>>;
  slots?: SlotLoaders;
  searches?: Record<string, () => Promise<SearchModule>>;
}
