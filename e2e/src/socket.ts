import type { Page, WebSocketRoute } from '@playwright/test';
import { ready } from './ready.ts';

export interface SocketControl {
  /** Ends the page's connections to the server's events, as a network does; the page opens them again by itself. */
  drop: () => Promise<void>;
  /** How many connections of the page the server has answered. */
  opened: () => number;
}

/** Loads a page and waits until it is ready, with its socket where it is signed in. */
export async function gotoReady(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Stands between the page and its socket. Has to be there before the page is. */
export async function createSocketControl(page: Page): Promise<SocketControl> {
  const open = new Set<WebSocketRoute>();
  let opened = 0;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    let hasAnswered = false;
    server.onMessage((message) => {
      // Not before: a page whose side is not open yet does not hear that it ends.
      if (!hasAnswered) {
        hasAnswered = true;
        opened += 1;
        open.add(socket);
      }
      socket.send(message);
    });
    socket.onClose(() => void open.delete(socket));
  });
  return {
    opened: () => opened,
    async drop() {
      const dropped = [...open];
      open.clear();
      await Promise.all(dropped.map((socket) => socket.close({ code: 3000, reason: 'dropped by the test' })));
    },
  };
}

/** What the page's socket says where it sends a message, with the number that its answer has. */
const SEND_MESSAGE_FRAME = /^42(\d+)\["send_message",/;

/** Lets nothing be sent over the page's socket: messages go as requests. Has to be there before the page is. */
export async function sendAsRequests(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const number = SEND_MESSAGE_FRAME.exec(String(message))?.[1];
      if (number === undefined) server.send(message);
      else socket.send(`43${number}[null]`);
    });
  });
}

/** Lets what the page sends over its socket come to the server, and the answers be lost. Has to be there before the page is. */
export async function dropSocketAnswers(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isAboutMessage = /^43\d|^42\["message",/.test(String(message));
      if (!isAboutMessage) socket.send(message);
    });
  });
}

/** How many messages pages send, over their sockets and as requests, from now on; pages have to be loaded anew. */
export function countSent(pages: readonly Page[]): () => number {
  let sent = 0;
  for (const page of pages) {
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => (sent += SEND_MESSAGE_FRAME.test(String(payload)) ? 1 : 0));
    });
    page.on('request', (request) => {
      sent += request.method() === 'POST' && request.url().endsWith('/chat/messages') ? 1 : 0;
    });
  }
  return () => sent;
}
