import { BROWSE, SEARCH_MAX, cutText } from '@solvent/contracts';
import { chakra, IconButton, Input, InputGroup, Kbd, VisuallyHidden } from '@solvent/ui';
import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { hasSingleKeys, useSingleKeys } from '@solvent/store';

/** Debounces a search box by 500 ms (product 9.7). It follows a search that changes elsewhere (Back, Reset). */
export function useSearchDraft(search: string, onSearch: (search: string) => void) {
  const [draft, setDraft] = useState(search);
  const lastSearch = useRef(search);

  function applySearch(text: string): void {
    const next = text.trim();
    if (next === lastSearch.current) return;
    lastSearch.current = next;
    onSearch(next);
  }
  const applySearchLater = useEffectEvent(applySearch);

  useEffect(() => {
    const timer = setTimeout(() => applySearchLater(draft), BROWSE.searchDebounce);
    return () => clearTimeout(timer);
  }, [draft]);

  useEffect(() => {
    // A search that this field started must not overwrite text typed since.
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    setDraft(search);
  }, [search]);

  return { draft, setDraft, searchNow: () => applySearch(draft) };
}

/** Elements in which `/` is text, or that block the page behind them. */
const TYPING_SELECTOR = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING_SELECTOR)) return;
      if (!hasSingleKeys()) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

interface SearchFieldProps {
  label: string;
  /** Name of the query parameter, for forms that the browser submits before hydration. */
  name?: string;
  placeholder: string;
  draft: string;
  onDraft: (draft: string) => void;
  onSubmit: () => void;
}

/** A search box that `/` focuses, unless single-key shortcuts are off. */
export function SearchField({ label, name, placeholder, draft, onDraft, onSubmit }: SearchFieldProps) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  useSlashKey(ref);

  function submit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  function clear() {
    onDraft('');
    ref.current?.focus();
  }

  const clearButton = (
    <IconButton type="button" variant="ghost" colorPalette="gray" size="xs" minH="32px" aria-label="Clear search" onClick={clear}>
      <X size={16} />
    </IconButton>
  );
  const hint = useSingleKeys() ? (
    <Kbd size="sm" colorPalette="gray" hideBelow="lg" aria-hidden>
      /
    </Kbd>
  ) : null;
  return (
    <chakra.form role="search" flex="1" minW="0" onSubmit={submit}>
      <VisuallyHidden asChild>
        <label htmlFor={id}>{label}</label>
      </VisuallyHidden>
      <InputGroup
        startElement={<Search size={16} aria-hidden />}
        endElement={draft ? clearButton : hint}
        endElementProps={{ px: draft ? '0.5' : '3' }}
        endOffset="-10px"
      >
        <Input
          id={id}
          ref={ref}
          name={name}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={placeholder}
          value={draft}
          onChange={(event) => onDraft(cutText(event.target.value, SEARCH_MAX))}
        />
      </InputGroup>
    </chakra.form>
  );
}
