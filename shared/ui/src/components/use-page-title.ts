import { useEffect } from 'react';

/** "Problems · Solvent" (interface "Patterns"). */
export const pageTitle = (title: string) => `${title} · Solvent`;

/** Sets the document's title, for a page whose title is known only with its data. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = pageTitle(title);
  }, [title]);
}
