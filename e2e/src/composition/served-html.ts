import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import { SERVED_ELEMENT_ID } from '@solvent/contracts';

export const isServerRendered = (html: string): boolean => html.includes(`id="${SERVED_ELEMENT_ID}"`);

/** Reads a page like a client without scripts. */
export async function readHtml(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  const html = await response.text();
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
  return {
    status: response.status(),
    html,
    /** Undefined if the server did not render the page. */
    heading: isServerRendered(html) ? /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, ' ') : undefined,
    title: /<title>(.*?)<\/title>/s.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
    picture: /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1],
    data: data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>),
  };
}

/** Includes a restart of the renderer after a page that hung. */
const SERVED_TIMEOUT_MS = 60_000;

/** Reads a page once it is rendered: a busy server sends it unrendered first. */
export async function readServed(request: APIRequestContext, path: string) {
  let page = await readHtml(request, path);
  await expect
    .poll(
      async () => {
        if (page.heading === undefined) page = await readHtml(request, path);
        return page.heading;
      },
      { timeout: SERVED_TIMEOUT_MS },
    )
    .toBeDefined();
  return page;
}

/** Opens a page as rendered by the server, which may send it unrendered at any time: a write discards the rendered one. */
export async function openServed(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const response = await page.goto(path, { waitUntil: 'commit' });
    expect(isServerRendered((await response?.text()) ?? '')).toBe(true);
  }).toPass();
}
