import { useLocation, useNavigate } from '@solvent/router';
import { readKey, writeKey } from '@solvent/store';
import { useHydrated } from '@solvent/ui';
import { useEffect } from 'react';
import type { MouseEvent } from 'react';

type ListKey = `solvent.list.${string}`;

/** A list's last address in this tab, with its filters, and the key of the history entry that was opened from it. */
interface ListEntry {
  address: string;
  nextKey?: string | undefined;
}

/** Returns the position (`idx`) of the history entry and its unique key, as the router stores them. */
function getHistoryEntry(): { idx?: number; key?: string } {
  return (window.history.state ?? {}) as { idx?: number; key?: string };
}

function readEntry(key: ListKey): ListEntry | undefined {
  try {
    const stored: unknown = JSON.parse(readKey(key, 'session') ?? 'null');
    // Only this module writes the key.
    return stored === null ? undefined : (stored as ListEntry);
  } catch {
    return undefined;
  }
}

/** Remembers the list of this page, so that links lead back to its filters (product 10.16). */
export function useRememberedList(key: ListKey): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const address = pathname + search;
    const remember = (entry: ListEntry) => writeKey(key, JSON.stringify(entry), 'session');
    const { idx: index } = getHistoryEntry();
    remember({ address });
    return () => {
      const next = getHistoryEntry();
      if (index !== undefined && next.idx === index + 1) remember({ address, nextKey: next.key });
    };
  }, [key, pathname, search]);
}

/**
 * Returns the props of a link back to a list: with its last filters, and through the history if the list is the previous entry, which
 * restores its position.
 * @param path of the list without filters
 */
export function useListLink(key: ListKey, path: string): { to: string; onClick: (event: MouseEvent) => void } {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const entry = isHydrated ? readEntry(key) : undefined;
  return {
    to: entry?.address.startsWith(path) ? entry.address : path,
    onClick: (event) => {
      const { key: entryKey } = getHistoryEntry();
      const isPlainClick = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlainClick || entryKey === undefined || readEntry(key)?.nextKey !== entryKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
