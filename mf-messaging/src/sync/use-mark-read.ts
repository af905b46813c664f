import type { Conversation } from '@solvent/contracts';
import { onConnected } from '@solvent/socket';
import { useEffect, useReducer } from 'react';
import { useIsPageActive } from './page-activity.ts';
import { useChat } from './chat-client.ts';

/** Scrolling and bursts of messages make one request. */
const DEBOUNCE_MS = 300;

function useConnectionCount(): number {
  const [count, countUp] = useReducer((before: number) => before + 1, 0);
  useEffect(() => onConnected(countUp), []);
  return count;
}

/** Marks a conversation as read up to a visible message while the page is active; retries at the next occasion. */
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
