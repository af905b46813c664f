import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Where a `/` is a letter, or the page behind must stay as it is. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

/** Moves the focus to the field when somebody presses `/` outside of any field or dialog. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TAKES_KEYS)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
