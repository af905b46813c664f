import { useEffect, useSyncExternalStore } from 'react';

const OF_THE_DOCUMENT = ['visibilitychange'] as const;
const OF_THE_WINDOW = ['focus', 'blur', 'pageshow'] as const;

/** Whether a person looks at this page: it is visible and its window has the focus. */
export const hasAttention = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Calls `listener` whenever {@link hasAttention} may have changed.
 *
 * @returns a function that stops listening
 */
export function onAttentionChange(listener: () => void): () => void {
  for (const type of OF_THE_DOCUMENT) document.addEventListener(type, listener);
  for (const type of OF_THE_WINDOW) window.addEventListener(type, listener);
  return () => {
    for (const type of OF_THE_DOCUMENT) document.removeEventListener(type, listener);
    for (const type of OF_THE_WINDOW) window.removeEventListener(type, listener);
  };
}

/** {@link hasAttention}, for components. */
export const useAttention = (): boolean => useSyncExternalStore(onAttentionChange, hasAttention);

/**
 * Calls `listener` whenever the page is visible again: a tab that slept may have heard nothing.
 *
 * @returns a function that stops listening
 */
export function onReturn(listener: () => void): () => void {
  const check = () => (document.visibilityState === 'visible' ? listener() : undefined);
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

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
