import { jest } from '@jest/globals';
import { CONFIG_ELEMENT_ID, SERVED_ELEMENT_ID } from '@solvent/contracts';
import type { RuntimeConfig, ServedPage, SessionUser } from '@solvent/contracts';
import type { PageTarget, Remote } from '@solvent/federation';
import { inlineJson } from '@solvent/federation/manifest';
import type { ComponentType, ReactElement } from 'react';
import type { fakeApi } from './fake-api.ts';

// Defined by jest-environment-served.mjs.
declare const openWindow: (html: string, url: string) => void;
declare const closeWindow: () => void;

const CONFIG: RuntimeConfig = {
  appKey: 'test-app',
  identity: { apiKey: 'test-key', authDomain: 'localhost', projectId: 'demo-solvent', emulatorUrl: 'http://localhost:9099' },
  reportToken: 'of-this-page',
  localMail: true,
};

interface PageModule {
  Component: ComponentType;
  preload?: (target: PageTarget) => unknown;
}

/** Returns the personal areas that a skeleton covers for signed-in users, with a text. */
export const coveredAreas = (page: ParentNode, text = ''): Element[] =>
  [...page.querySelectorAll('[aria-busy=true]')].filter(({ textContent }) => textContent?.includes(text));

interface ServedPageOptions {
  load: () => Promise<PageModule>;
  path: string;
  at?: string;
  /** Handlers of {@link fakeApi}, for server and browser. */
  answers?: Parameters<typeof fakeApi>[0];
  /** Late code that the server renders, loaded one by one: Jest cannot link several modules at once. */
  late?: readonly (() => Promise<unknown>)[];
  /** Render it for signed-in users, as the cookie of their browsers says. */
  isSignedIn?: boolean;
}

/** Loads a page of a remote, for `load` of {@link servePage}. @param load imports `src/remote.tsx` */
export async function loadPage(load: () => Promise<{ default: Remote }>, name: string) {
  const page = await (await load()).default.pages[name]?.();
  if (!page) throw new Error(`The remote has no page "${name}".`);
  return page;
}

/** The user and browser that open a page: by default a visitor, light theme, UTC, English. */
interface Visitor {
  user?: SessionUser;
  theme?: 'light' | 'dark';
  zone?: string;
  language?: string;
  prefersReducedMotion?: boolean;
  /** Runs before the page's code is loaded. */
  beforeHydration?: (root: HTMLElement) => void;
}

/** Starts without modules and stores, like a new process or page. */
function resetModules(): void {
  jest.resetModules();
  Reflect.deleteProperty(globalThis, Symbol.for('solvent.stores'));
}

/** Returns the page in the shell's providers. Imports them here, because server and browser have different modules. */
async function buildTree({ load, path, at = path }: ServedPageOptions): Promise<ReactElement> {
  const { createElement, Fragment, StrictMode } = await import('react');
  const { queryClient, QueryClientProvider } = await import('@solvent/http');
  const { createMemoryRouter, RouterProvider } = await import('@solvent/router');
  const { ConfirmHost, UiProvider } = await import('@solvent/ui');
  const { Component } = await load();
  const element = createElement(Fragment, null, createElement(Component), createElement(ConfirmHost));
  const routes = [
    { path, element },
    { path: '*', element: 'Elsewhere' },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const withRouter = createElement(RouterProvider, { router });
  const withQueries = createElement(QueryClientProvider, { client: queryClient }, withRouter);
  return createElement(StrictMode, null, createElement(UiProvider, null, withQueries));
}

async function toHtml(tree: ReactElement): Promise<string> {
  const { renderToReadableStream } = await import('react-dom/server.edge');
  const errors: unknown[] = [];
  const consoleError = jest.spyOn(console, 'error').mockImplementation((...words) => void errors.push(words));
  const stream = await renderToReadableStream(tree, {
    progressiveChunkSize: Infinity,
    onError: (error) => void errors.push(error),
  });
  await stream.allReady;
  const html = await new Response(stream).text();
  consoleError.mockRestore();
  if (errors.length > 0) throw errors[0] instanceof Error ? errors[0] : new Error(String(errors[0]));
  return html;
}

async function getServedPage(isSignedIn: boolean): Promise<ServedPage> {
  const { queryClient } = await import('@solvent/http');
  const found = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
  const queries = found.map(({ queryKey, state }) => ({ key: queryKey, data: state.data }));
  return { at: RENDERED_AT, age: 0, versions: {}, isSignedIn, queries };
}

const jsonScript = (id: string, value: unknown) => `<script type="application/json" id="${id}">${inlineJson(value)}</script>`;

/** Sets the time zone and language. @returns a function that resets them */
function setLocale(zone: string, language: string): () => void {
  const { toLocaleString, toLocaleDateString } = Date.prototype;
  // oxlint-disable eslint/no-extend-native -- a process has one zone and one language
  Date.prototype.toLocaleString = function inZone(
    locale: Intl.LocalesArgument = language,
    options: Intl.DateTimeFormatOptions = {},
  ) {
    return toLocaleString.call(this, locale, { timeZone: zone, ...options });
  };
  Date.prototype.toLocaleDateString = function inZone(
    locale: Intl.LocalesArgument = language,
    options: Intl.DateTimeFormatOptions = {},
  ) {
    return toLocaleDateString.call(this, locale, { timeZone: zone, ...options });
  };
  return () => Object.assign(Date.prototype, { toLocaleString, toLocaleDateString });
  // oxlint-enable eslint/no-extend-native
}

function prepareWindow({ user, theme, prefersReducedMotion }: Visitor): void {
  if (user) window.localStorage.setItem('user', JSON.stringify(user));
  if (theme) window.localStorage.setItem('theme', theme);
  const { matchMedia } = window;
  window.matchMedia = (query) =>
    Object.assign(matchMedia.call(window, query), { matches: query.includes('reduced-motion') && prefersReducedMotion === true });
}

async function open(options: ServedPageOptions, html: string, served: ServedPage, visitor: Visitor) {
  const { at = options.path, answers = {} } = options;
  const scripts = jsonScript(CONFIG_ELEMENT_ID, CONFIG) + jsonScript(SERVED_ELEMENT_ID, served);
  closeWindow(); // if a previous test failed
  openWindow(`<!doctype html><body><div id="root">${html}</div>${scripts}</body>`, `http://localhost:3000${at}`);
  resetModules();
  const { installMissingBrowserApis, resolveStyleSheets } = await import('./browser-apis.ts');
  installMissingBrowserApis();
  resolveStyleSheets(false);
  prepareWindow(visitor);
  const resetLocale = setLocale(visitor.zone ?? 'UTC', visitor.language ?? 'en-US');
  const errors: unknown[] = [];
  const consoleError = jest.spyOn(console, 'error').mockImplementation((...words) => {
    // The page's own timers continue.
    if (!String(words[0]).includes('not wrapped in act')) errors.push(words);
  });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const { fakeApi: fake } = await import('./fake-api.ts');
  const { queryClient, restoreServedPage } = await import('@solvent/http');
  const { act, startTransition } = await import('react');
  const { hydrateRoot } = await import('react-dom/client');
  const api = fake(answers);
  restoreServedPage();
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('The page has no root.');
  const tree = await buildTree(options);
  visitor.beforeHydration?.(root);
  let unmount = () => {};
  await act(async () => {
    startTransition(() => {
      const hydrated = hydrateRoot(root, tree, { onRecoverableError: (error) => void errors.push(error) });
      unmount = () => hydrated.unmount();
    });
  });
  return {
    root,
    errors,
    act,
    close: async () => {
      await act(async () => unmount());
      queryClient.clear();
      // Lets scheduled work of the query cache run while there is a window.
      await new Promise((resolve) => setTimeout(resolve));
      consoleError.mockRestore();
      resetLocale();
      api.restore();
      closeWindow();
    },
  };
}

/** Phones open pages later than they are rendered, with inaccurate clocks: relative times change each minute. */
const RENDERED_AT = Date.now() - 90_000;

/** Renders a page like the server; `open` hydrates it. For tests in `jest-environment-served.mjs`. */
export async function servePage(options: ServedPageOptions) {
  const { path, at = path, answers = {}, isSignedIn = false } = options;
  resetModules();
  const { settleQueries, startServerRender } = await import('@solvent/http/server');
  const { fakeApi: fake } = await import('./fake-api.ts');
  const { matchPath } = await import('@solvent/router');
  const get = () => Promise.reject(new Error('The fake API answers.'));
  startServerRender({ config: CONFIG, at: RENDERED_AT, isSignedIn, get });
  const api = fake(answers);
  const { pathname, searchParams } = new URL(at, 'http://localhost:3000');
  const { preload } = await options.load();
  await preload?.({ params: { ...matchPath(path, pathname)?.params }, search: searchParams });
  for (const load of options.late ?? []) await load();
  settleQueries({ isSignedIn });
  const html = await toHtml(await buildTree(options));
  const served = await getServedPage(isSignedIn);
  api.restore();
  return { html, open: (visitor: Visitor = {}) => open(options, html, served, visitor) };
}
