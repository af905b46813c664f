import type { ClientEvents, Message, SendMessageBody, ServerEvents } from '@solvent/contracts';
import { getSession, onSessionChange, revokeSession } from '@solvent/store';
import type { Connection } from './connect.ts';

type EventName = keyof ServerEvents;

let connection: Connection | undefined;
let connectedToken: string | undefined;
const listeners = new Map<EventName, Set<ServerEvents[EventName]>>();
const connectListeners = new Set<() => void>();

/** The client's code comes with the first token: anonymous visitors never fetch it. */
async function open(token: string): Promise<void> {
  close();
  connectedToken = token;
  const { connect } = await import(/* webpackChunkName: "socket" */ './connect.ts');
  if (connectedToken !== token) return;
  connection = connect(token, {
    onConnected: () => connectListeners.forEach((listener) => listener()),
    onError: (error) => console.info(`Socket: ${error.message}`),
    onRevoked: () => revokeSession(token),
  });
  for (const [event, handlers] of listeners) for (const handler of handlers) connection.socket.on(event, handler);
}

function close(): void {
  connection?.close();
  connection = undefined;
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
  connection?.socket.on(event, handler as never);
  return () => {
    handlers.delete(handler);
    connection?.socket.off(event, handler as never);
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
export function emitToServer<Name extends keyof ClientEvents>(event: Name, ...payload: Parameters<ClientEvents[Name]>): void {
  if (connection?.socket.connected === true) connection.socket.emit(event, ...payload);
}

let traceparent: (() => string | undefined) | undefined;

/** From now on what is sent says which trace it belongs to (product 11.18). */
export function traceWith(source: typeof traceparent): void {
  traceparent = source;
}

/** Sends a message without files over the socket. @returns undefined: send it as a request ({@link Connection.send}) */
export async function sendOverSocket(message: SendMessageBody): Promise<Message | undefined> {
  const trace = traceparent?.();
  return connection?.send(trace ? { ...message, traceparent: trace } : message);
}
