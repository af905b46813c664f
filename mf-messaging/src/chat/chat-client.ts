import { queryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { getSession, onSessionChange } from '@solvent/store';
import { openChat } from './open-chat.ts';
import type { Chat } from './open-chat.ts';

let chat: Chat | undefined;
let users = 0;
let stopFollowing = () => {};
const listeners = new Set<() => void>();

function replace(next: Chat | undefined): void {
  if (next === chat) return;
  chat?.close();
  chat = next;
  listeners.forEach((listener) => listener());
}

/** One chat for one person: another one's starts when they sign in, and nobody's runs while nobody is. */
function follow(client: QueryClient): void {
  const userId = getSession().userData?._id;
  if (userId !== chat?.userId) replace(userId === undefined ? undefined : openChat(client, userId));
}

function stop(): void {
  stopFollowing();
  replace(undefined);
}

/**
 * Runs the chat of whoever is signed in: sends what waits in the outbox, hears what the server says, and keeps list and open
 * threads in the query cache whole. However many parts of a page start it, it is one.
 *
 * @returns a function that stops it, once all who started it have stopped
 */
export function startChat(client: QueryClient = queryClient): () => void {
  users += 1;
  if (users === 1) {
    follow(client);
    stopFollowing = onSessionChange(() => follow(client));
  }
  let isRunning = true;
  return () => {
    if (!isRunning) return;
    isRunning = false;
    users -= 1;
    if (users === 0) stop();
  };
}

/** The chat that runs. */
export const getChat = (): Chat | undefined => chat;

/**
 * Calls `listener` when another chat runs, or none any more.
 *
 * @returns a function that stops listening
 */
export function onChatChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
