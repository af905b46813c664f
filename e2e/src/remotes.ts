import type { Page, Route } from '@playwright/test';

export const REMOTE_NAMES = ['marketplace', 'messaging', 'toolbox', 'auth'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

export interface Remotes {
  /** Every file of the remote fails as if its host were gone. */
  kill: (name: RemoteName) => Promise<void>;
  /** Every file of the remote comes with that many milliseconds of delay. */
  slow: (name: RemoteName, delay: number) => Promise<void>;
  /** Every script of the remote answers a page of HTML, as a misconfigured host does. */
  corrupt: (name: RemoteName) => Promise<void>;
  /** Every script of the remote answers 500. */
  fail: (name: RemoteName) => Promise<void>;
  /** No request for a file of the remote ever gets an answer. */
  hang: (name: RemoteName) => Promise<void>;
  /** The remote works again. */
  restore: (name: RemoteName) => Promise<void>;
  /** Addresses of the remote's files that the page has asked for. */
  requested: (name: RemoteName) => string[];
}

const filesOf = (name: RemoteName) => new RegExp(`/remotes/${name}/`);

/** Breaks and mends remotes of a page, on the network: the page's own code is what runs. */
export function createRemotes(page: Page): Remotes {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  async function answer(name: RemoteName, handler: (route: Route) => Promise<void>): Promise<void> {
    await page.route(filesOf(name), handler);
  }
  return {
    kill: (name) => answer(name, (route) => route.abort('connectionrefused')),
    fail: (name) => answer(name, (route) => route.fulfill({ status: 500, body: 'gone' })),
    corrupt: (name) =>
      answer(name, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Welcome to nginx</title>' }),
      ),
    slow: (name, delay) =>
      answer(name, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delay));
        await route.continue();
      }),
    hang: (name) => answer(name, async () => undefined),
    restore: (name) => page.unroute(filesOf(name)),
    requested: (name) => asked.filter((url) => filesOf(name).test(url)),
  };
}
