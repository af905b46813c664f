import { useLocation, useNavigate } from '@solvent/router';
import { readKey, writeKey } from '@solvent/store';
import { useHydrated } from '@solvent/ui';
import { useEffect } from 'react';
import type { MouseEvent } from 'react';

type ListKey = `solvent.list.${string}`;

/** A list's last address in this tab, with its filters, and its position in the tab's history. */
interface ListEntry {
  address: string;
  index: number | null;
}

/** The router stores the position of a history entry as `idx`. */
function getEntryIndex(): number | null {
  const state = window.history.state as { idx?: unknown } | null;
  return typeof state?.idx === 'number' ? state.idx : null;
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
    const entry: ListEntry = { address: pathname + search, index: getEntryIndex() };
    writeKey(key, JSON.stringify(entry), 'session');
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
      const index = getEntryIndex();
      const isPlainClick = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlainClick || index === null || readEntry(key)?.index !== index - 1) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
