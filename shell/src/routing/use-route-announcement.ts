import { useLocation, useMatches, useNavigation } from '@solvent/router';
import { useUnreadCount } from '@solvent/store';
import { setPageTitle, setTitleCount } from '@solvent/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findTitle } from './page-routes.tsx';

/** What somebody opened while the page was on its way: it would close when it lost the focus. */
const isOverlayOpen = () => document.querySelector('[data-state="open"]:is([role="dialog"], [role="menu"])') !== null;

/** Moves the focus to the new page's heading, so that the keyboard and a screen reader are where the eye is. */
function focusHeading(): void {
  if (isOverlayOpen()) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return document.getElementById('main')?.focus({ preventScroll: true });
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** How many notifications are unread stands before the title of any page (product 2.43). */
function useTitleCount(): void {
  const count = useUnreadCount();
  useEffect(() => setTitleCount(count), [count]);
}

/**
 * After a change of route: sets the document's title, moves the focus to the page's heading, and gives the
 * sentence that a live region says. The first page of a visit keeps the focus where the browser put it.
 */
export function useRouteAnnouncement(): string {
  const { pathname } = useLocation();
  const title = findTitle(useMatches());
  const isIdle = useNavigation().state === 'idle';
  useTitleCount();
  const lastPath = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');

  // Before the page's own effects: one whose data was there at once has a better title, and keeps it.
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
