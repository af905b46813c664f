import type { Route } from '@playwright/test';

/** What the browser says of scripts that do not come. */
export const LOAD_ERRORS = /Failed to load resource|integrity|MIME|net::ERR_/;

async function answerWith(route: Route, change: (published: Buffer) => Buffer): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({
    response,
    headers: { ...response.headers(), 'cache-control': 'no-store' },
    body: change(await response.body()),
  });
}

/** Never answers. */
export const hang = async () => undefined;

/** Each way in which a script can fail to come. */
export const SCRIPT_FAULTS: [what: string, answer: (route: Route) => Promise<void>][] = [
  ['cannot be reached', (route) => route.abort('connectionrefused')],
  ['is missing', (route) => route.fulfill({ status: 404, body: 'gone' })],
  ['is HTML', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Welcome to nginx</title>' })],
  ['is truncated', (route) => answerWith(route, (published) => published.subarray(0, published.length / 2))],
  ['is tampered', (route) => answerWith(route, (published) => Buffer.concat([published, Buffer.from('\n')]))],
  ['hangs', hang],
];
