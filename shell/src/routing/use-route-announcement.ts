import { useLocation, useMatches, useNavigation } from '@solvent/router';
import { useUnreadCount } from '@solvent/store';
import { setPageTitle, setTitleCount } from '@solvent/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findTitle } from './page-routes.tsx';

/** A dialog or menu that was opened during the navigation would close if it lost the focus. */
const isOverlayOpen = () => document.querySelector('[data-state="open"]:is([role="dialog"], [role="menu"])') !== null;

function focusHeading(): void {
  if (isOverlayOpen()) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return document.getElementById('main')?.focus({ preventScroll: true });
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Shows the unread count in the document title (product 2.43). */
function useTitleCount(): void {
  const count = useUnreadCount();
  useEffect(() => setTitleCount(count), [count]);
}

/** After a navigation, sets the title, focuses the page's heading and returns the text for a live region. Not for the first page. */
export function useRouteAnnouncement(): string {
  const { pathname } = useLocation();
  const title = findTitle(useMatches());
  const isIdle = useNavigation().state === 'idle';
  useTitleCount();
  const lastPath = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  // Layout effect: a page's own effects may set a better title afterwards.
  useLayoutEffect(() => {
    if (title && isIdle) setPageTitle(title);
  }, [title, isIdle, pathname]);

  useEffect(() => {
    if (!isIdle || lastPath.current === pathname) return;
    lastPath.current = pathname;
    focusHeading();
    setAnnouncement(title ?? '');
  }, [isIdle, pathname, title]);

  return announcement;
}
