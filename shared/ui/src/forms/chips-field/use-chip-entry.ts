import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { excludeChosen, findDuplicate, addTyped } from './chip-values.ts';

/** How a list of chips grows and shrinks. */
export interface ChipEntryOptions {
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The values that fit the text, best first; the chosen ones are left out of them, and all but five. */
  suggest: (text: string) => readonly string[];
  /** The list grows no longer. */
  max: number;
  /** A character that adds what stands before it, like Enter. */
  separator?: string;
  /** Text that was not added yet is added when the person leaves the field, or before Ctrl/⌘+Enter may send the form. */
  addsOnLeave?: boolean;
  /** Backspace in the empty field removes the last chip. */
  backspaceRemoves?: boolean;
}

/**
 * The text being typed, the suggestions for it, and the keys of a combobox: arrows walk the list, Enter takes the
 * suggestion or adds the text, Escape closes the list.
 */
export function useChipEntry({ values, onChange, suggest, max, separator, ...options }: ChipEntryOptions) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = excludeChosen(suggest(text), values);
  const isFull = values.length >= max;
  const isOpen = opened && !isFull && suggestions.length > 0;
  useEscape(isOpen, close);

  function close() {
    setOpened(false);
    setActive(-1);
  }

  /** @returns whether something was added */
  function add(typed: string): boolean {
    const next = addTyped(values, typed, max, separator);
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
    if (event.nativeEvent.isComposing) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    if (event.key === 'Backspace' && options.backspaceRemoves && text === '') removeLast();
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !hasModifier)
      moveActive(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && (!hasModifier || (options.addsOnLeave && text.trim() !== ''))) {
      add((isOpen ? suggestions[active] : undefined) ?? text);
      event.stopPropagation();
    } else return;
    // Enter adds a chip and never sends the form; arrows must not move the caret.
    event.preventDefault();
  }

  return {
    text,
    suggestions,
    active: isOpen ? active : -1,
    isOpen,
    isFull,
    duplicate: findDuplicate(values, text),
    type,
    add,
    handleBlur,
    handleKey,
    open: () => setOpened(true),
  };
}

/** Escape closes the list alone: a dialog around it listens on the document, so this is asked before it. */
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
