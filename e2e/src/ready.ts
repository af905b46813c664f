import { FAILURE_ELEMENT_ID } from '@solvent/federation/manifest';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

interface Activity {
  requests: number;
  sockets: Set<WebSocket>;
}

/** Socket.IO's packet of an accepted connection. */
const CONNECTED = '40';

/** Runs in each page before its first script. */
function trackRequests(connected: string): void {
  const activity: Activity = { requests: 0, sockets: new Set() };
  Object.assign(globalThis, { activity });
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, ...args) {
    activity.requests += 1;
    this.addEventListener('loadend', () => (activity.requests -= 1), { once: true });
    send.apply(this, args);
  };
  globalThis.WebSocket = new Proxy(WebSocket, {
    construct(target, args) {
      const socket = Reflect.construct(target, args) as WebSocket;
      socket.addEventListener('message', ({ data }) => {
        if (String(data).startsWith(connected)) activity.sockets.add(socket);
      });
      socket.addEventListener('close', () => activity.sockets.delete(socket));
      return socket;
    },
  });
}

/** Lets {@link ready} observe pages of a browser context. Call it before the context has a page. */
export async function recordActivity(context: BrowserContext): Promise<void> {
  await context.addInitScript(trackRequests, CONNECTED);
}

/** Runs in the page. @returns what is still pending */
function listPending(failureId: string): string[] {
  const { activity } = globalThis as unknown as { activity?: Activity };
  if (!activity) return ['its activity: create the context with openBrowser() of pages.ts'];
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const isSignedIn = localStorage.getItem('user') !== null;
  const parts: [part: string, isPending: boolean][] = [
    // The shell removes this element once the page handles events.
    ['hydration', document.readyState === 'loading' || document.getElementById(failureId) !== null],
    ['a heading', ![...document.querySelectorAll('h1')].some(isShown)],
    ['a loading indicator', [...document.querySelectorAll('[role=status][aria-label^=Loading]')].some(isShown)],
    [`responses (${activity.requests})`, activity.requests > 0],
    ['the socket', isSignedIn && activity.sockets.size === 0],
  ];
  return parts.flatMap(([part, isPending]) => (isPending ? [part] : []));
}

const INTERVAL_MS = 20;

/**
 * Waits until the page is hydrated, shows its heading and no loading indicator, has responses to all its requests, and, with a
 * session, its socket is connected. After a click on a link, wait for the next page's heading first.
 *
 * @param timeout in milliseconds; by default that of assertions
 */
export async function ready(page: Page, { timeout }: { timeout?: number } = {}): Promise<void> {
  let idlePolls = 0;
  const poll = async () => {
    // A navigation replaces the context of a script that runs.
    const pending = await page.evaluate(listPending, FAILURE_ELEMENT_ID).catch(() => ['a navigation']);
    idlePolls = pending.length === 0 ? idlePolls + 1 : 0;
    // Effects of the last render have sent their requests by the second check.
    return idlePolls === 1 ? ['a second check'] : pending;
  };
  const options = { intervals: [INTERVAL_MS], message: 'the page waits for nothing', ...(timeout !== undefined && { timeout }) };
  await expect.poll(poll, options).toEqual([]);
}
