import { useEffect, useSyncExternalStore } from 'react';

const DOCUMENT_EVENTS = ['visibilitychange'] as const;
const WINDOW_EVENTS = ['focus', 'blur', 'pageshow'] as const;

/** Returns whether the page is visible and focused. */
export const isPageActive = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Subscribes to events that may change {@link isPageActive}; returns an unsubscribe function. */
export function onPageActivityChange(listener: () => void): () => void {
  for (const type of DOCUMENT_EVENTS) document.addEventListener(type, listener);
  for (const type of WINDOW_EVENTS) window.addEventListener(type, listener);
  return () => {
    for (const type of DOCUMENT_EVENTS) document.removeEventListener(type, listener);
    for (const type of WINDOW_EVENTS) window.removeEventListener(type, listener);
  };
}

export const useIsPageActive = (): boolean => useSyncExternalStore(onPageActivityChange, isPageActive, () => true);

/** Calls `listener` when the page becomes visible: a sleeping tab may have missed events. Returns an unsubscribe function. */
export function onPageVisible(listener: () => void): () => void {
  const check = () => (document.visibilityState === 'visible' ? listener() : undefined);
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

/** Views per conversation: a page that replaces another mounts before that one unmounts. */
const shownCounts = new Map<string, number>();

/** Registers a view of a conversation; returns a function that removes it. */
export function registerShownConversation(id: string): () => void {
  shownCounts.set(id, (shownCounts.get(id) ?? 0) + 1);
  return () => {
    const remaining = (shownCounts.get(id) ?? 1) - 1;
    if (remaining === 0) shownCounts.delete(id);
    else shownCounts.set(id, remaining);
  };
}

export const isConversationActive = (id: string): boolean => shownCounts.has(id) && isPageActive();

export function useRegisterShownConversation(id: string): void {
  useEffect(() => registerShownConversation(id), [id]);
}
