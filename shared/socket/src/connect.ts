import { SOCKET, SOCKET_LIMIT_CODE, SOCKET_LIMIT_RETRY_MS } from '@solvent/contracts';
import type { ClientEvents, Message, SendMessageBody, ServerEvents } from '@solvent/contracts';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

/** A socket that knows the product's events. */
export type ProductSocket = Socket<ServerEvents, ClientEvents>;

/** What the owner of a connection hears of it. */
export interface ConnectHooks {
  /** At every (re)connection: what was missed meanwhile must be asked for. */
  onConnected?: () => void;
  /** Why there is no connection just now; it is tried again. */
  onError?: (error: Error) => void;
  /** The server says that the token's session is over. Whoever hears it closes the connection. */
  onRevoked?: () => void;
}

/** One connection to the server's events. */
export interface Connection {
  readonly socket: ProductSocket;
  /**
   * Sends a message without files.
   * @returns it as it is stored; undefined where that is not known: it is to be sent as a request then, which is harmless also
   *   where it was stored, and whose answer says why it was not
   */
  send(message: SendMessageBody & { traceparent?: string }): Promise<Message | undefined>;
  /** Ends it for good. */
  close(): void;
}

/** How long it is waited for an answer over the socket (ms). A request waits longer. */
const ANSWER_WITHIN = 3000;
/** What socket.io puts around a message (bytes). */
const AROUND = 64;

const isShort = (message: SendMessageBody) => new TextEncoder().encode(JSON.stringify(message)).length <= SOCKET.maxMessageBytes - AROUND;

/** Browsers say so some time before a connection is noticed to be dead. */
const isOffline = () => 'navigator' in globalThis && !navigator.onLine;

async function send(socket: ProductSocket, message: SendMessageBody): Promise<Message | undefined> {
  if (!socket.connected || isOffline() || !isShort(message)) return undefined;
  try {
    const stored = await socket.timeout(ANSWER_WITHIN).emitWithAck('send_message', message);
    return stored?.clientId === message.clientId ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Settings of the one socket (product 4.7). */
const settingsFor = (token: string) => ({
  path: SOCKET.path,
  transports: ['websocket'],
  auth: { token },
  timeout: SOCKET.timeout,
  reconnectionDelay: SOCKET.reconnectionDelay,
  reconnectionDelayMax: SOCKET.reconnectionDelayMax,
  reconnectionAttempts: Infinity,
});

/** Whether the server refused the socket because its person has too many. */
const isCrowded = (error: Error & { data?: unknown }): boolean =>
  typeof error.data === 'object' && error.data !== null && 'code' in error.data && error.data.code === SOCKET_LIMIT_CODE;

/**
 * Opens a socket for a session, and keeps it coming back until it is closed: after a failed network socket.io-client does so by
 * itself, after the server has ended or refused the connection it does not. Runs in pages and in Node.
 *
 * @param server where the server is, e.g. `http://localhost:3000`; a page leaves it out: its own origin
 */
export function connect(token: string, hooks: ConnectHooks = {}, server?: string): Connection {
  const socket: ProductSocket = server === undefined ? io(settingsFor(token)) : io(server, settingsFor(token));
  let pause: ReturnType<typeof setTimeout> | undefined;
  const comeBack = (delay: number) => {
    clearTimeout(pause);
    pause = setTimeout(() => socket.connect(), delay);
  };
  // Between tries it waits for seconds, and socket.io-client does not hear that the network is back.
  const tryNow = () => {
    if (!socket.connected) socket.disconnect().connect();
  };
  globalThis.addEventListener?.('online', tryNow);
  socket.on('connect', () => hooks.onConnected?.());
  socket.on('connect_error', (error) => {
    hooks.onError?.(error);
    if (!socket.active) comeBack(isCrowded(error) ? SOCKET_LIMIT_RETRY_MS : SOCKET.reconnectionDelayMax);
    // What the server says of a session that ended while there was no connection.
    if (error.message === 'unauthenticated') hooks.onRevoked?.();
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') comeBack(SOCKET.reconnectionDelay);
  });
  socket.on('session_revoked', () => hooks.onRevoked?.());
  return {
    socket,
    send: (message) => send(socket, message),
    close: () => {
      clearTimeout(pause);
      globalThis.removeEventListener?.('online', tryNow);
      socket.disconnect();
      socket.removeAllListeners();
    },
  };
}
