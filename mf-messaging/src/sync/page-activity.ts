import { useEffect, useSyncExternalStore } from 'react';

const DOCUMENT_EVENTS = ['visibilitychange'] as const;
const WINDOW_EVENTS = ['focus', 'blur', 'pageshow'] as const;

/** Whether a person looks at this page: it is visible and its window has the focus. */
export const isPageActive = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Calls `listener` whenever {@link isPageActive} may have changed.
 *
 * @returns a function that stops listening
 */
export function onPageActivityChange(listener: () => void): () => void {
  for (const type of DOCUMENT_EVENTS) document.addEventListener(type, listener);
  for (const type of WINDOW_EVENTS) window.addEventListener(type, listener);
  return () => {
    for (const type of DOCUMENT_EVENTS) document.removeEventListener(type, listener);
    for (const type of WINDOW_EVENTS) window.removeEventListener(type, listener);
  };
}

/** {@link isPageActive}, for components. */
export const useIsPageActive = (): boolean => useSyncExternalStore(onPageActivityChange, isPageActive);

/**
 * Calls `listener` whenever the page is visible again: a tab that slept may have heard nothing.
 *
 * @returns a function that stops listening
 */
export function onPageVisible(listener: () => void): () => void {
  const check = () => (document.visibilityState === 'visible' ? listener() : undefined);
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

/** How often each conversation is on the screen of this tab: a page that replaces another shows it before that one has gone. */
const shownCounts = new Map<string, number>();

/**
 * Says that this tab shows a conversation.
 *
 * @returns a function that takes it back
 */
export function registerShownConversation(id: string): () => void {
  shownCounts.set(id, (shownCounts.get(id) ?? 0) + 1);
  return () => {
    const left = (shownCounts.get(id) ?? 1) - 1;
    if (left === 0) shownCounts.delete(id);
    else shownCounts.set(id, left);
  };
}

/** Whether a person looks at this very conversation now: it is open in this tab, which is visible and has the focus. */
export const isConversationActive = (id: string): boolean => shownCounts.has(id) && isPageActive();

/** {@link registerShownConversation} for as long as the component is there. */
export function useRegisterShownConversation(id: string): void {
  useEffect(() => registerShownConversation(id), [id]);
}
