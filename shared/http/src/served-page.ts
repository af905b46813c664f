import { SERVED_ELEMENT_ID } from '@solvent/contracts';
import type { ServedPage } from '@solvent/contracts';
import { getSession, setServedSession } from '@solvent/store';
import { queryClient } from './query-client.ts';

let at: number | undefined;
let isRestoring = false;

/** Returns the server's render time (ms since the epoch); undefined for client rendering. */
export const getRenderedAt = (): number | undefined => at;

export function setRenderedAt(time: number): void {
  at = time;
}

/** Restores the query cache of a server-rendered page; with a session its data is stale at once. */
export function restoreServedPage(): ServedPage | undefined {
  const text = document.getElementById(SERVED_ELEMENT_ID)?.textContent;
  if (!text) return undefined;
  const served = JSON.parse(text) as ServedPage;
  at = served.at;
  isRestoring = true;
  setServedSession(served.isSignedIn);
  const updatedAt = getSession().isLogin ? 0 : Date.now() - served.age;
  for (const { key, data } of served.queries) queryClient.setQueryData(key, data, { updatedAt });
  return served;
}

/** Whether the browser renders what the server has rendered: hydrates it, or replaces its skeletons. */
export const isRestoringServedPage = (): boolean => isRestoring;

/** Called after the first commit. */
export function finishServedPage(): void {
  isRestoring = false;
}
