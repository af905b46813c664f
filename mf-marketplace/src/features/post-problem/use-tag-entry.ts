import { PROBLEM } from '@solvent/contracts';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { hasTag, suggestTags, withTags } from './tag-list.ts';

interface TagEntryOptions {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

/**
 * The text being typed, the suggestions for it, and the keys of a combobox: arrows walk the list, Enter takes the
 * suggestion or adds the text, a comma adds the text, Escape closes the list.
 */
export function useTagEntry({ tags, onChange }: TagEntryOptions) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = suggestTags(text, tags);
  const isFull = tags.length >= PROBLEM.tagsMax;
  const isOpen = opened && !isFull && suggestions.length > 0;
  const repeated = text.trim() !== '' && hasTag(tags, text) ? text.trim() : null;

  function close() {
    setOpened(false);
    setActive(-1);
  }

  /** @returns whether something was added */
  function add(typed: string): boolean {
    const longer = withTags(tags, typed, PROBLEM.tagsMax);
    if (longer === tags) return false;
    onChange([...longer]);
    setText('');
    close();
    return true;
  }

  function type(typed: string) {
    if (typed.includes(',') && add(typed)) return;
    setText(typed.replaceAll(',', ''));
    setActive(-1);
    setOpened(typed.trim() !== '');
  }

  function move(step: 1 | -1) {
    setOpened(true);
    if (suggestions.length === 0) return;
    const first = step === 1 ? 0 : suggestions.length - 1;
    setActive((index) => (index < 0 ? first : (index + step + suggestions.length) % suggestions.length));
  }

  function removeLast() {
    if (tags.length > 0) onChange(tags.slice(0, -1));
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    if (event.key === 'Backspace' && text === '') removeLast();
    else if (event.key === 'Escape' && isOpen) close();
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !hasModifier) move(event.key === 'ArrowDown' ? 1 : -1);
    // Ctrl+Enter sends the form, but not past a tag that is still being typed.
    else if (event.key === 'Enter' && (!hasModifier || text.trim() !== '')) {
      add((isOpen ? suggestions[active] : undefined) ?? text);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  return {
    text,
    suggestions,
    active: isOpen ? active : -1,
    isOpen,
    isFull,
    repeated,
    type,
    add,
    close,
    handleKey,
    open: () => setOpened(true),
  };
}
