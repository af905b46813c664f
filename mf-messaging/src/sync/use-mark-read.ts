import type { Conversation } from '@solvent/contracts';
import { onConnected } from '@solvent/socket';
import { useEffect, useReducer } from 'react';
import { useIsPageActive } from './page-activity.ts';
import { useChat } from './chat-client.ts';

/** Rests this long (ms) before it is said: what scrolls by or comes in a burst is one request. */
const DEBOUNCE_MS = 300;

/** Goes up with every (re)connection: an occasion to try again what failed. */
function useConnectionCount(): number {
  const [count, countUp] = useReducer((before: number) => before + 1, 0);
  useEffect(() => onConnected(countUp), []);
  return count;
}

/**
 * Marks a conversation as read up to a message, while a person looks: the page is visible and its window has the focus. One that
 * failed is tried again at the next occasion: a further message, the page is looked at again, the connection is back.
 *
 * @param seq the last message that is on the screen; undefined: none
 */
export function useMarkRead(conversation: Conversation, seq: number | undefined): void {
  const chat = useChat();
  const isActive = useIsPageActive();
  const connections = useConnectionCount();
  const id = conversation._id;
  useEffect(() => {
    if (!chat || !isActive || seq === undefined) return;
    const timer = setTimeout(() => void chat.readReceipts.send(id, seq), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [chat, id, seq, isActive, connections]);
}
