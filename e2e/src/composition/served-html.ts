import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import { SERVED_ELEMENT_ID } from '@solvent/contracts';

/** Whether the server made what is in the page: else browsers draw it. */
export const isServerRendered = (html: string): boolean => html.includes(`id="${SERVED_ELEMENT_ID}"`);

/** What somebody without scripts is sent: its title, the words of its heading, and what it says to search engines. */
export async function readHtml(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  const html = await answer.text();
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
  return {
    status: answer.status(),
    html,
    /** Undefined where browsers draw the page. */
    heading: isServerRendered(html) ? /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, ' ') : undefined,
    title: /<title>(.*?)<\/title>/s.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1],
    picture: /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1],
    data: data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>),
  };
}

/** Until the process that makes pages is another one, where the page before hung in it (ms). */
const SERVED_TIMEOUT_MS = 60_000;

/** The same, once the server has made it: one that is busy has none ready at once, and then has it for the next one. */
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

/**
 * Opens a page as the server rendered it. A busy server may send it unrendered, at any time: a write of another test discards the
 * rendered one. So a test that needs a rendered page opens it by this, and never by `readServed` and `goto`.
 */
export async function openServed(page: Page, path: string): Promise<void> {
  await expect(async () => {
    const answer = await page.goto(path, { waitUntil: 'commit' });
    expect(isServerRendered((await answer?.text()) ?? '')).toBe(true);
  }).toPass();
}
