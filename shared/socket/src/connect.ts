import { SOCKET, SOCKET_LIMIT_CODE, SOCKET_LIMIT_RETRY_MS } from '@solvent/contracts';
import type { ClientEvents, Message, SendMessageBody, ServerEvents } from '@solvent/contracts';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

export type ProductSocket = Socket<ServerEvents, ClientEvents>;

export interface ConnectHooks {
  /** On every (re)connection: refetch what may have been missed. */
  onConnected?: () => void;
  /** The socket keeps reconnecting. */
  onError?: (error: Error) => void;
  /** The session has ended: close the connection. */
  onRevoked?: () => void;
}

export interface Connection {
  readonly socket: ProductSocket;
  /** Returns the stored message; undefined if unknown: send it by HTTP, which is idempotent. */
  send(message: SendMessageBody & { traceparent?: string }): Promise<Message | undefined>;
  close(): void;
}

/** Timeout of an acknowledgement over the socket. */
const ACK_TIMEOUT_MS = 3000;
/** Overhead of socket.io per message. */
const FRAMING_BYTES = 64;

const fitsIntoMessage = (message: SendMessageBody) =>
  new TextEncoder().encode(JSON.stringify(message)).length <= SOCKET.maxMessageBytes - FRAMING_BYTES;

// Browsers report this before the socket times out.
const isOffline = () => 'navigator' in globalThis && !navigator.onLine;

async function send(socket: ProductSocket, message: SendMessageBody): Promise<Message | undefined> {
  if (!socket.connected || isOffline() || !fitsIntoMessage(message)) return undefined;
  try {
    const stored = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('send_message', message);
    return stored?.clientId === message.clientId ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Settings of the socket (product 4.7). */
const getSocketOptions = (token: string) => ({
  path: SOCKET.path,
  transports: ['websocket'],
  auth: { token },
  timeout: SOCKET.timeout,
  reconnectionDelay: SOCKET.reconnectionDelay,
  reconnectionDelayMax: SOCKET.reconnectionDelayMax,
  reconnectionAttempts: Infinity,
});

const isSocketLimitError = (error: Error & { data?: unknown }): boolean =>
  typeof error.data === 'object' && error.data !== null && 'code' in error.data && error.data.code === SOCKET_LIMIT_CODE;

/** Opens a socket that reconnects until closed, also after the server closed it. @param server origin */
export function connect(token: string, hooks: ConnectHooks = {}, server?: string): Connection {
  const socket: ProductSocket = server === undefined ? io(getSocketOptions(token)) : io(server, getSocketOptions(token));
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  const reconnectAfter = (delay: number) => {
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(() => socket.connect(), delay);
  };
  // socket.io-client does not reconnect early when the network is back.
  const reconnectNow = () => {
    if (!socket.connected) socket.disconnect().connect();
  };
  globalThis.addEventListener?.('online', reconnectNow);
  socket.on('connect', () => hooks.onConnected?.());
  socket.on('connect_error', (error) => {
    hooks.onError?.(error);
    if (!socket.active) reconnectAfter(isSocketLimitError(error) ? SOCKET_LIMIT_RETRY_MS : SOCKET.reconnectionDelayMax);
    // The session ended while disconnected.
    if (error.message === 'unauthenticated') hooks.onRevoked?.();
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') reconnectAfter(SOCKET.reconnectionDelay);
  });
  socket.on('session_revoked', () => hooks.onRevoked?.());
  return {
    socket,
    send: (message) => send(socket, message),
    close: () => {
      clearTimeout(reconnectTimer);
      globalThis.removeEventListener?.('online', reconnectNow);
      socket.disconnect();
      socket.removeAllListeners();
    },
  };
}
