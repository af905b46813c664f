import { useLocation } from '@solvent/router';
import { useEffect } from 'react';

/** Returns "Problems · Solvent" (product 10.17). */
export const pageTitle = (title: string) => `${title} · Solvent`;

let ownTitle: string | undefined;
let unreadCount = 0;

/** The only writer of `document.title`, so that the unread count precedes every title. */
function updateDocumentTitle(): void {
  ownTitle ??= document.title;
  document.title = unreadCount > 0 ? `(${unreadCount}) ${ownTitle}` : ownTitle;
}

export function setPageTitle(title: string): void {
  ownTitle = pageTitle(title);
  updateDocumentTitle();
}

/** Sets the unread count in the title: "(3) Problems · Solvent"; none at 0. */
export function setTitleCount(count: number): void {
  if (count === unreadCount) return;
  unreadCount = count;
  updateDocumentTitle();
}

/** Sets a title that depends on data. Runs again after navigations within the page, when the shell sets the route's title. */
export function usePageTitle(title: string | undefined): void {
  const { key } = useLocation();
  useEffect(() => {
    if (title) setPageTitle(title);
  }, [title, key]);
}
