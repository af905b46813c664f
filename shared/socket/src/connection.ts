import { SOCKET } from '@solvent/contracts';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { getSession, onSessionChange, revokeSession } from '@solvent/store';
import type { Socket } from 'socket.io-client';

type ProductSocket = Socket<ServerEvents, ClientEvents>;
type EventName = keyof ServerEvents;

let socket: ProductSocket | undefined;
let connectedToken: string | undefined;
const listeners = new Map<EventName, Set<ServerEvents[EventName]>>();
const connectListeners = new Set<() => void>();

/** socket.io-client does not come back by itself once the server has ended or refused the connection. */
function comeBack(target: ProductSocket, delay: number): void {
  setTimeout(() => {
    if (socket === target) target.connect();
  }, delay);
}

function attach(target: ProductSocket, token: string): void {
  target.on('connect', () => connectListeners.forEach((listener) => listener()));
  target.on('connect_error', (error) => {
    console.info(`Socket: ${error.message}`);
    // What the server says of a session that ended while there was no connection.
    if (error.message === 'unauthenticated') revokeSession(token);
    if (!target.active) comeBack(target, SOCKET.reconnectionDelayMax);
  });
  target.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') comeBack(target, SOCKET.reconnectionDelay);
  });
  target.on('session_revoked', () => revokeSession(token));
  for (const [event, handlers] of listeners) for (const handler of handlers) target.on(event, handler);
}

/** The client's code comes with the first token: anonymous visitors never fetch it. */
async function open(token: string): Promise<void> {
  close();
  connectedToken = token;
  const { io } = await import(/* webpackChunkName: "socket" */ 'socket.io-client');
  if (connectedToken !== token) return;
  socket = io({
    path: SOCKET.path,
    transports: ['websocket'],
    auth: { token },
    timeout: SOCKET.timeout,
    reconnectionDelay: SOCKET.reconnectionDelay,
    reconnectionDelayMax: SOCKET.reconnectionDelayMax,
    reconnectionAttempts: Infinity,
  });
  attach(socket, token);
}

function close(): void {
  socket?.disconnect();
  socket?.removeAllListeners();
  socket = undefined;
  connectedToken = undefined;
}

function follow(): void {
  const token = getSession().userData?.token;
  if (token === connectedToken) return;
  if (!token) return close();
  open(token).catch((error: unknown) => {
    console.info('Socket: the client could not be loaded.', error);
    if (connectedToken === token) connectedToken = undefined;
  });
}

let started = false;

/** Opens the one socket whenever there is a token, and closes it when there is none. The shell calls it, once. */
export function startSocket(): void {
  if (started) return;
  started = true;
  follow();
  onSessionChange(follow);
}

/**
 * Calls `handler` for each event of that name, over every reconnection.
 *
 * @returns a function that stops listening
 */
export function onServerEvent<Name extends EventName>(event: Name, handler: ServerEvents[Name]): () => void {
  const handlers = listeners.get(event) ?? new Set();
  handlers.add(handler);
  listeners.set(event, handlers);
  socket?.on(event, handler as never);
  return () => {
    handlers.delete(handler);
    socket?.off(event, handler as never);
  };
}

/**
 * Calls `handler` at every (re)connection: what was missed meanwhile must be asked for.
 *
 * @returns a function that stops listening
 */
export function onConnected(handler: () => void): () => void {
  connectListeners.add(handler);
  return () => connectListeners.delete(handler);
}

/** Says something to the server if there is a connection. What is not said then is said by who listens to {@link onConnected}. */
export function sayToServer<Name extends keyof ClientEvents>(event: Name, ...payload: Parameters<ClientEvents[Name]>): void {
  if (socket?.connected === true) socket.emit(event, ...payload);
}
