import type { ClientEvents, Message, SendMessageBody, ServerEvents } from '@solvent/contracts';
import { getSession, onSessionChange, revokeSession } from '@solvent/store';
import type { Connection } from './connect.ts';
import { setServerTime } from './server-time.ts';

type EventName = keyof ServerEvents;

let connection: Connection | undefined;
let connectedToken: string | undefined;
const listeners = new Map<EventName, Set<ServerEvents[EventName]>>();
const connectListeners = new Set<() => void>();

// The client is loaded with the first token; visitors never load it.
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
  connection.socket.on('server_time', setServerTime);
  for (const [event, handlers] of listeners) for (const handler of handlers) connection.socket.on(event, handler);
}

function close(): void {
  connection?.close();
  connection = undefined;
  connectedToken = undefined;
}

function syncWithSession(): void {
  const token = getSession().userData?.token;
  if (token === connectedToken) return;
  if (!token) return close();
  open(token).catch((error: unknown) => {
    console.info('Socket: the client could not be loaded.', error);
    if (connectedToken === token) connectedToken = undefined;
  });
}

let started = false;

/** Opens the socket while there is a token. The shell calls it once. */
export function startSocket(): void {
  if (started) return;
  started = true;
  syncWithSession();
  onSessionChange(syncWithSession);
}

/** Calls `handler` on each event, across reconnections. @returns unsubscribe */
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

/** Calls `handler` on every (re)connection, to refetch what may have been missed. @returns unsubscribe */
export function onConnected(handler: () => void): () => void {
  connectListeners.add(handler);
  return () => connectListeners.delete(handler);
}

/** Emits an event if connected; otherwise drops it. Listeners of {@link onConnected} emit again. */
export function emitToServer<Name extends keyof ClientEvents>(event: Name, ...payload: Parameters<ClientEvents[Name]>): void {
  if (connection?.socket.connected === true) connection.socket.emit(event, ...payload);
}

let traceparent: (() => string | undefined) | undefined;

/** Sets the source of the `traceparent` of sent messages (product 11.18). */
export function traceWith(source: typeof traceparent): void {
  traceparent = source;
}

/** Sends a message without files over the socket. @returns undefined: send it by HTTP ({@link Connection.send}) */
export async function sendOverSocket(message: SendMessageBody): Promise<Message | undefined> {
  const trace = traceparent?.();
  return connection?.send(trace ? { ...message, traceparent: trace } : message);
}
