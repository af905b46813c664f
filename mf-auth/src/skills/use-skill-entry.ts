import { ACCOUNT } from '@solvent/contracts';
import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { hasSkill, suggestSkills, withSkill } from './skill-list.ts';

interface SkillEntryOptions {
  skills: readonly string[];
  onChange: (skills: string[]) => void;
}

/**
 * The text being typed, the suggestions for it, and the keys of a combobox: arrows walk the list, Enter takes the
 * suggestion or adds the text, Escape closes the list.
 */
export function useSkillEntry({ skills, onChange }: SkillEntryOptions) {
  const [text, setText] = useState('');
  const [opened, setOpened] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = suggestSkills(text, skills);
  const isFull = skills.length >= ACCOUNT.skillsMax;
  const isOpen = opened && !isFull && suggestions.length > 0;
  const repeated = text.trim() !== '' && hasSkill(skills, text);
  useEscape(isOpen, () => setOpened(false));

  function close() {
    setOpened(false);
    setActive(-1);
  }

  function type(typed: string) {
    setText(typed);
    setActive(-1);
    setOpened(typed.trim() !== '');
  }

  function add(skill: string) {
    const longer = withSkill(skills, skill);
    if (longer === skills || isFull) return;
    onChange([...longer]);
    setText('');
    close();
  }

  function move(step: 1 | -1) {
    setOpened(true);
    if (suggestions.length === 0) return;
    const first = step === 1 ? 0 : suggestions.length - 1;
    setActive((index) => (index < 0 ? first : (index + step + suggestions.length) % suggestions.length));
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter') add((isOpen ? suggestions[active] : undefined) ?? text);
    else return;
    // Enter adds a skill and never sends the form; arrows must not move the caret.
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
