import { SERVED_ELEMENT_ID } from '@solvent/contracts';
import type { ServedPage } from '@solvent/contracts';
import { getSession } from '@solvent/store';
import { queryClient } from './query-client.ts';

let at: number | undefined;

/**
 * When the server made this page, in milliseconds since the epoch by the server's clock: what depends on the time reads then as the
 * server wrote it, until the page is interactive. Undefined where the browser draws the page itself.
 */
export const getRenderedAt = (): number | undefined => at;

/** On a server: the page is made as of a time. */
export function setRenderedAt(time: number): void {
  at = time;
}

/**
 * What the server made this page of, if it did; its answers are in the query cache from then on. It asked for them as a visitor:
 * who has a session is shown them, and asks again.
 */
export function restoreServedPage(): ServedPage | undefined {
  const text = document.getElementById(SERVED_ELEMENT_ID)?.textContent;
  if (!text) return undefined;
  const served = JSON.parse(text) as ServedPage;
  at = served.at;
  const updatedAt = getSession().isLogin ? 0 : Date.now() - served.age;
  for (const { key, data } of served.queries) queryClient.setQueryData(key, data, { updatedAt });
  return served;
}
