import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { isComposing } from '../../components/is-composing.ts';
import { excludeChosen, findDuplicate, addTyped } from './chip-values.ts';

export interface ChipEntryOptions {
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Returns matching values, best first; five that are not chosen are shown. */
  suggest: (text: string) => readonly string[];
  /** Returns the spelling of the list for typed text, such as an alias; other text as it is. */
  normalize?: (text: string) => string;
  /** Offers typed text that is in no list as the last suggestion. */
  offersNew?: boolean;
  max: number;
  /** A character that adds the text before it, like Enter. */
  separator?: string;
  /** Adds pending text on blur, and before Ctrl/⌘+Enter submits the form. */
  addsOnLeave?: boolean;
  backspaceRemoves?: boolean;
}

export function useChipEntry({ values, onChange, suggest, max, separator, ...options }: ChipEntryOptions) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(-1);
  const normalize = options.normalize ?? ((typed: string) => typed);
  const matches = suggest(text);
  const known = excludeChosen(matches, values);
  const duplicate = findDuplicate(values, normalize(text));
  const isListed = normalize(text) !== text || findDuplicate(matches, text) !== null;
  const isNew = options.offersNew === true && text.trim() !== '' && duplicate === null && !isListed;
  const suggestions = isNew ? [...known, text.trim()] : known;
  const isFull = values.length >= max;
  const isOpen = opened && !isFull && suggestions.length > 0;
  useEscape(isOpen, close);

  function close() {
    setOpened(false);
    setActive(-1);
  }

  /** @returns whether something was added */
  function add(typed: string): boolean {
    const next = addTyped(values, typed, max, separator, normalize);
    if (next === values) return false;
    onChange([...next]);
    setText('');
    close();
    return true;
  }

  function type(typed: string) {
    if (separator && typed.includes(separator) && add(typed)) return;
    setText(separator ? typed.replaceAll(separator, '') : typed);
    setActive(-1);
    setOpened(typed.trim() !== '');
  }

  function handleBlur() {
    if (options.addsOnLeave) add(text);
    close();
  }

  function removeLast() {
    if (values.length > 0) onChange(values.slice(0, -1));
  }

  function moveActive(step: 1 | -1) {
    setOpened(true);
    if (suggestions.length === 0) return;
    const first = step === 1 ? 0 : suggestions.length - 1;
    setActive((index) => (index < 0 ? first : (index + step + suggestions.length) % suggestions.length));
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    if (event.key === 'Backspace' && options.backspaceRemoves && text === '') removeLast();
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !hasModifier)
      moveActive(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && (!hasModifier || (options.addsOnLeave && text.trim() !== ''))) {
      add((isOpen ? suggestions[active] : undefined) ?? text);
      event.stopPropagation();
    } else return;
    // Enter never submits the form; arrows must not move the caret.
    event.preventDefault();
  }

  return {
    text,
    suggestions,
    active: isOpen ? active : -1,
    isOpen,
    isFull,
    duplicate,
    isNew,
    type,
    add,
    handleBlur,
    handleKey,
    open: () => setOpened(true),
  };
}

/** Captures Escape before a surrounding dialog, which listens on the document. */
function useEscape(active: boolean, onEscape: () => void) {
  useEffect(() => {
    if (!active) return;
    const handle = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onEscape();
    };
    window.addEventListener('keydown', handle, true);
    return () => window.removeEventListener('keydown', handle, true);
  });
}
