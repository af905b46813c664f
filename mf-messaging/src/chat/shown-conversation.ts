import { useEffect } from 'react';
import { hasAttention } from './attention.ts';

/** How often each conversation is on the screen of this tab: a page that replaces another shows it before that one has gone. */
const shown = new Map<string, number>();

/**
 * Says that this tab shows a conversation.
 *
 * @returns a function that takes it back
 */
export function showConversation(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1);
  return () => {
    const left = (shown.get(id) ?? 1) - 1;
    if (left === 0) shown.delete(id);
    else shown.set(id, left);
  };
}

/** Whether a person looks at this very conversation now: it is open in this tab, which is visible and has the focus. */
export const isLookedAt = (id: string): boolean => shown.has(id) && hasAttention();

/** {@link showConversation} for as long as the component is there. */
export function useShownConversation(id: string): void {
  useEffect(() => showConversation(id), [id]);
}
