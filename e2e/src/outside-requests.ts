import type { BrowserContext } from '@playwright/test';

/** Records requests to other machines of all pages, popups and frames. */
export function watchOutsideRequests(context: BrowserContext): string[] {
  const outside: string[] = [];
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isLocal = ['data:', 'blob:', 'about:'].includes(protocol) || ['localhost', '127.0.0.1'].includes(hostname);
    if (!isLocal) outside.push(request.url());
  });
  return outside;
}
