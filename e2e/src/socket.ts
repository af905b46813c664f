import type { Page, WebSocketRoute } from '@playwright/test';
import { ready } from './ready.ts';

export interface SocketControl {
  /** Closes the page's sockets like a network failure; the page reconnects. */
  drop: () => Promise<void>;
  /** @returns sockets that have received a message */
  opened: () => number;
}

export async function gotoReady(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

/** Call it before the page loads. */
export async function createSocketControl(page: Page): Promise<SocketControl> {
  const open = new Set<WebSocketRoute>();
  let opened = 0;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    let hasReceived = false;
    server.onMessage((message) => {
      // A page does not notice the end of a socket that is not open yet.
      if (!hasReceived) {
        hasReceived = true;
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

/** Socket.IO's event with the id of its acknowledgment. */
const SEND_MESSAGE_FRAME = /^42(\d+)\["send_message",/;

/** Rejects messages on the socket, so that the page sends them as requests. Call it before the page loads. */
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

/** Drops acknowledgments and events of messages. Call it before the page loads. */
export async function dropSocketAcknowledgments(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isAboutMessage = /^43\d|^42\["message",/.test(String(message));
      if (!isAboutMessage) socket.send(message);
    });
  });
}

/** Counts messages that pages send over sockets and as requests. Call it before they load. */
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
