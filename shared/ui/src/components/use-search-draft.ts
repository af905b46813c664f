import { BROWSE } from '@solvent/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * The text of the search box, which becomes the search once nobody has typed for 500 ms (spec 9).
 *
 * @param search the search in force; when it changes elsewhere (Back, Reset) the box follows
 */
export function useSearchDraft(search: string, onSearch: (search: string) => void) {
  const [draft, setDraft] = useState(search);
  const settled = useRef(search);

  function settle(text: string): void {
    const next = text.trim();
    if (next === settled.current) return;
    settled.current = next;
    onSearch(next);
  }
  const settleLater = useEffectEvent(settle);

  useEffect(() => {
    const timer = setTimeout(() => settleLater(draft), BROWSE.searchDebounce);
    return () => clearTimeout(timer);
  }, [draft]);

  useEffect(() => {
    // The answer to one's own change must not undo what was typed meanwhile.
    if (search === settled.current) return;
    settled.current = search;
    setDraft(search);
  }, [search]);

  return { draft, setDraft, searchNow: () => settle(draft) };
}
