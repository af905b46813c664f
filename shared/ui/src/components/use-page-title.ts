import { useLocation } from '@solvent/router';
import { useEffect } from 'react';

/** "Problems · Solvent" (product 10.17). */
export const pageTitle = (title: string) => `${title} · Solvent`;

/**
 * Sets the document's title, for a page whose title is known only with its data. Again after each step within the page: the
 * frame then sets the route's.
 */
export function usePageTitle(title: string | undefined): void {
  const { key } = useLocation();
  useEffect(() => {
    if (title) document.title = pageTitle(title);
  }, [title, key]);
}
