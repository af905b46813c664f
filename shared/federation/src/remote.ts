import type { ComponentType } from 'react';

/** Where a person is about to go: params of the path, and the query string. */
export interface PageTarget {
  params: Record<string, string | undefined>;
  search: URLSearchParams;
}

/** What a page module exports. */
export interface PageModule {
  Component: ComponentType;
  /** Fetches the page's data into the query cache, when a person is about to go there. Failures are ignored. */
  preload?: (target: PageTarget) => Promise<unknown>;
}

/** A page of a remote. */
export interface RemoteRoute {
  /** Absolute React Router pattern; must stand in the remote's `remote.json`. */
  path: string;
  /** The page's title: "Problems" is shown as "Problems · Solvent". A page may set a better one when it knows it. */
  title: string;
  /** Loads the page's code. Name the chunk: `import(/* webpackChunkName: "home" *\/ './features/home/home-page.tsx')`. */
  page: () => Promise<PageModule>;
}

/** The slots that the shell places, with the props that it gives them. */
export interface SlotProps {
  /** In the top bar when signed in: bell, badge and dropdown. */
  'notification-bell': object;
  /** "Switch to Seeker Account" (product 2.7). */
  'role-switch-dialog': { open: boolean; onClose: () => void; onSwitched: () => void };
  /** "Developer Toolbox", Coming Soon (product 1.5). */
  'toolbox-dialog': { open: boolean; onClose: () => void };
}

export type SlotName = keyof SlotProps;

/** Loads a slot's component. */
export type SlotLoaders = { [Name in SlotName]?: () => Promise<{ Component: ComponentType<SlotProps[Name]> }> };

/** What `./remote` of a remote exports by default: all that the shell ever takes of it. */
export interface Remote {
  routes: RemoteRoute[];
  slots: SlotLoaders;
}
