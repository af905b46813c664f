import type { Page, WebSocketRoute } from '@playwright/test';

export interface SocketControl {
  /** Ends the page's connections to the server's events, as a network does; the page opens them again by itself. */
  drop: () => Promise<void>;
  /** How many connections the page has opened. */
  opened: () => number;
}

/** Stands between the page and its socket. Has to be there before the page is. */
export async function createSocket(page: Page): Promise<SocketControl> {
  const open = new Set<WebSocketRoute>();
  let opened = 0;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    opened += 1;
    open.add(socket);
    socket.connectToServer();
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
