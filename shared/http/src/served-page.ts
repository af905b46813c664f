import { SERVED_ELEMENT_ID } from '@solvent/contracts';
import type { ServedPage } from '@solvent/contracts';
import { getSession } from '@solvent/store';
import { queryClient } from './query-client.ts';

let at: number | undefined;

/**
 * When the server made this page, in milliseconds since the epoch by this device's clock: what depends on the time reads then as the
 * server wrote it, until the page is interactive. Undefined where the browser draws the page itself.
 */
export const servedAt = (): number | undefined => at;

/** On a server: the page that is made begins now. */
export function beginServedPage(): void {
  at = Date.now();
}

/**
 * What the server made this page of, if it did; its answers are in the query cache from then on. It asked for them as a visitor:
 * who has a session is shown them, and asks again.
 */
export function takeServedPage(): ServedPage | undefined {
  const text = document.getElementById(SERVED_ELEMENT_ID)?.textContent;
  if (!text) return undefined;
  const served = JSON.parse(text) as ServedPage;
  at = Date.now() - served.age;
  const updatedAt = getSession().isLogin ? 0 : at;
  for (const { key, data } of served.queries) queryClient.setQueryData(key, data, { updatedAt });
  return served;
}
