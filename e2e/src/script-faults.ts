import type { Route } from '@playwright/test';

export const SCRIPT_LOAD_ERRORS = /Failed to load resource|integrity|MIME|net::ERR_/;

async function fulfillTampered(route: Route): Promise<void> {
  const response = await route.fetch();
  // A cached response would outlast the fault.
  const headers = { ...response.headers(), 'cache-control': 'no-store' };
  await route.fulfill({ response, headers, body: Buffer.concat([await response.body(), Buffer.from('\n')]) });
}

/** Handlers for each way in which a script can fail to load. */
export const SCRIPT_FAULTS = {
  'cannot be reached': (route) => route.abort('connectionrefused'),
  'is missing': (route) => route.fulfill({ status: 404, body: 'gone' }),
  'is HTML': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Welcome to nginx</title>' }),
  'is tampered': fulfillTampered,
  hangs: async () => undefined,
} satisfies Record<string, (route: Route) => Promise<void>>;
