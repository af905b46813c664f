import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Where list and thread stand side by side: Chakra's `md`. */
const SIDE_BY_SIDE = '(min-width: 48rem)';

type Pane = RefObject<HTMLElement | null>;

const rowOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"]`);
const headingOf = (pane: HTMLElement | null) => pane?.querySelector<HTMLElement>('h1') ?? pane;

/** Who points stays where they are. A keyboard has a long way from the list to the thread. */
function isBusyElsewhere(): boolean {
  const active = document.activeElement;
  return active !== null && active !== document.body && !active.matches(':focus-visible');
}

/**
 * Where one pane takes the place of the other, as on phones, the focus goes along: to the heading of a thread that opens,
 * to its row when it closes. Side by side it does so for the keyboard alone. At first it is the frame's.
 *
 * @param shown the conversation that is open or about to be
 */
export function usePaneFocus(shown: string | undefined, list: Pane, thread: Pane): void {
  const before = useRef(shown);
  useEffect(() => {
    const former = before.current;
    before.current = shown;
    if (former === shown) return;
    if (window.matchMedia(SIDE_BY_SIDE).matches && isBusyElsewhere()) return;
    const target = shown ? headingOf(thread.current) : (former && rowOf(list.current, former)) || headingOf(list.current);
    target?.focus({ preventScroll: true });
  }, [shown, list, thread]);
}
