import { useLocation } from '@solvent/router';
import { useEffect } from 'react';

/** "Problems · Solvent" (product 10.17). */
export const pageTitle = (title: string) => `${title} · Solvent`;

/** The page's own title; undefined until somebody sets it: the document's. */
let ownTitle: string | undefined;
let unreadCount = 0;

/** All that sets the document's title comes here, so that the count stands before whatever the page is called. */
function updateDocumentTitle(): void {
  ownTitle ??= document.title;
  document.title = unreadCount > 0 ? `(${unreadCount}) ${ownTitle}` : ownTitle;
}

/** Sets what the page is called. */
export function setPageTitle(title: string): void {
  ownTitle = pageTitle(title);
  updateDocumentTitle();
}

/** Sets how many notifications are unread: "(3) Problems · Solvent"; nothing at 0. */
export function setTitleCount(count: number): void {
  if (count === unreadCount) return;
  unreadCount = count;
  updateDocumentTitle();
}

/**
 * Sets the document's title, for a page whose title is known only with its data. Again after each step within the page: the
 * frame then sets the route's.
 */
export function usePageTitle(title: string | undefined): void {
  const { key } = useLocation();
  useEffect(() => {
    if (title) setPageTitle(title);
  }, [title, key]);
}
