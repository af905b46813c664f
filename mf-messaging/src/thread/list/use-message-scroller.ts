import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../rows.ts';
import { findRowIndex, findLastSeq } from '../rows.ts';
import type { Target } from './use-shown-messages.ts';

/** Estimated heights of rows by kind, used until a row is measured. */
const ESTIMATED_HEIGHTS_PX = { bid: 160, day: 48, event: 40, new: 40, message: 56, entry: 56 } as const;
const PADDING_TOP_PX = 88;
const PADDING_BOTTOM_PX = 8;
const NEAR_END_PX = 80;
const LOAD_MORE_PX = 1500;
/** Fired when a text unfolds: the list keeps its position, instead of following its end. */
export const UNFOLD_EVENT = 'unfold';

/** How much of a row must be visible to count as seen. */
const MIN_VISIBLE_PX = 16;

const getContent = (list: HTMLElement | null) => list?.querySelector<HTMLElement>(':scope > div');

const estimateHeight = (row: Row | undefined): number => (row ? ESTIMATED_HEIGHTS_PX[row.kind] : ESTIMATED_HEIGHTS_PX.message);

interface ScrollPosition {
  atEnd: boolean;
  seen: number | undefined;
  isNewAbove: boolean;
}

interface ScrollerOptions {
  rows: readonly Row[];
  onNearTop: () => void;
  /** Undefined at the end of the conversation. */
  onNearEnd: (() => void) | undefined;
  target: Target | undefined;
  opensAtEnd: boolean;
}

/**
 * Virtualizes the list, which opens at the first unread message or at the end, sticks to the end, and keeps its position when
 * rows are prepended. `seen` is the `seq` of the last message that was visible.
 */
export function useMessageScroller({ rows, onNearTop, onNearEnd, target, opensAtEnd }: ScrollerOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const hasReachedNew = useRef(false);
  const [position, setPosition] = useState<ScrollPosition>({ atEnd: true, seen: undefined, isNewAbove: false });

  // oxlint-disable-next-line react/incompatible-library -- not memoized; only this component uses its result
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rows[index]),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: 8,
    paddingStart: PADDING_TOP_PX,
    paddingEnd: PADDING_BOTTOM_PX,
    scrollPaddingStart: PADDING_TOP_PX,
    anchorTo: 'end',
    scrollEndThreshold: NEAR_END_PX,
    // Around a linked message, the list starts above it.
    initialOffset: () => (onNearEnd ? 0 : rows.reduce((sum, row) => sum + estimateHeight(row), 0)),
  });

  function updatePosition(): void {
    const element = scroller.current;
    if (!element || element.clientHeight === 0) return;
    // Offsets of rows begin below the space above a short list.
    const top = element.scrollTop - (getContent(element)?.offsetTop ?? 0);
    const bottom = top + element.clientHeight;
    const last = virtualizer.getVirtualItems().findLast(({ start }) => start + MIN_VISIBLE_PX <= bottom);
    const seen = last ? findLastSeq(rows, last.index) : undefined;
    // A list without overflow counts as scrolled to its end.
    const isNearEnd = virtualizer.getTotalSize() - bottom <= NEAR_END_PX;
    const atEnd = !onNearEnd && (isAtEnd.current || isNearEnd);
    const isNewAbove = checkNewLine(top, last?.index ?? 0);
    setPosition((old) => {
      const lastSeen = seen === undefined ? old.seen : Math.max(seen, old.seen ?? 0);
      const isSame = old.seen === lastSeen && old.atEnd === atEnd && old.isNewAbove === isNewAbove;
      return isSame ? old : { atEnd, seen: lastSeen, isNewAbove };
    });
    if (element.scrollTop < LOAD_MORE_PX) onNearTop();
    if (virtualizer.getTotalSize() - bottom < LOAD_MORE_PX) onNearEnd?.();
  }
  function checkNewLine(top: number, lastIndex: number): boolean {
    const index = rows.findIndex(({ kind }) => kind === 'new');
    const first = virtualizer.getVirtualItems().find(({ end }) => end > top);
    if (index < 0 || !first) return false;
    if (index >= first.index && index <= lastIndex) hasReachedNew.current = true;
    return index < first.index && !hasReachedNew.current;
  }
  const updateAfterRender = useEffectEvent(updatePosition);

  const scrollToEnd = useCallback(() => {
    isAtEnd.current = true;
    getContent(scroller.current)?.style.removeProperty('margin-top');
    virtualizer.scrollToEnd();
  }, [virtualizer]);

  const scrollToNew = useCallback(() => {
    const index = rows.findIndex(({ kind }) => kind === 'new');
    if (index < 0) return;
    isAtEnd.current = false;
    virtualizer.scrollToIndex(index, { align: 'start' });
  }, [rows, virtualizer]);

  const open = useEffectEvent(() => (opensAtEnd ? undefined : scrollToNew()));
  useLayoutEffect(() => open(), []);

  const shownRequestId = useRef<string>(undefined);
  useLayoutEffect(() => {
    const index = target ? findRowIndex(rows, target.seq) : -1;
    if (!target || index < 0 || shownRequestId.current === target.requestId) return;
    shownRequestId.current = target.requestId;
    isAtEnd.current = false;
    virtualizer.scrollToIndex(index, { align: 'center' });
  }, [rows, target, virtualizer]);

  const sticksToEnd = onNearEnd === undefined;
  const size = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    if (sticksToEnd && isAtEnd.current) virtualizer.scrollToEnd();
  }, [rows, size, virtualizer, sticksToEnd]);
  useEffect(() => updateAfterRender(), [rows, size]);
  useScrollAndResize(scroller, {
    onScroll: (isUpward, distance) => {
      // Rows that grow move the end away: only scrolling up leaves it.
      isAtEnd.current = sticksToEnd && (distance <= NEAR_END_PX || (isAtEnd.current && !isUpward));
      updatePosition();
    },
    onResize: () => {
      getContent(scroller.current)?.style.removeProperty('margin-top');
      if (isAtEnd.current) virtualizer.scrollToEnd();
      updatePosition();
    },
    onUnfold: () => {
      isAtEnd.current = false;
      // Messages of a short list are at its bottom: keeps the space above them.
      const content = getContent(scroller.current);
      if (content) content.style.marginTop = `${content.offsetTop}px`;
      // Until the next render, which follows the growth.
      virtualizer.setOptions({ ...virtualizer.options, scrollEndThreshold: -1 });
    },
  });

  return { scroller, virtualizer, ...position, scrollToEnd, scrollToNew };
}

interface ScrollListeners {
  onScroll: (isUpward: boolean, distanceToEnd: number) => void;
  onResize: () => void;
  onUnfold: () => void;
}

/** Reports scrolling by the user, and changes of the list's height by composer or keyboard. */
function useScrollAndResize(scroller: { current: HTMLElement | null }, listeners: ScrollListeners): void {
  const notifyScroll = useEffectEvent(listeners.onScroll);
  const notifyResize = useEffectEvent(listeners.onResize);
  const notifyUnfold = useEffectEvent(listeners.onUnfold);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const getDistanceToEnd = () => element.scrollHeight - element.clientHeight - element.scrollTop;
    let height = element.clientHeight;
    let top = element.scrollTop;
    const handleScroll = () => {
      // A resize scrolls, too: the observer reports it.
      if (element.clientHeight === height) notifyScroll(element.scrollTop < top, getDistanceToEnd());
      top = element.scrollTop;
    };
    const handleUnfold = () => notifyUnfold();
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return;
      height = element.clientHeight;
      notifyResize();
    });
    observer.observe(element);
    element.addEventListener('scroll', handleScroll, { passive: true });
    element.addEventListener(UNFOLD_EVENT, handleUnfold);
    return () => {
      observer.disconnect();
      element.removeEventListener(UNFOLD_EVENT, handleUnfold);
      element.removeEventListener('scroll', handleScroll);
    };
  }, [scroller]);
}
