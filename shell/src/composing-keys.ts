import { isComposing } from '@solvent/ui';

/**
 * Hides keys of an input method (IME) from all other listeners: its Escape discards a word and must not close the dialog around the
 * field. Call it before any other listener is added.
 */
export function ignoreComposingKeys(): void {
  const stopComposingKey = (event: KeyboardEvent) => {
    if (isComposing(event)) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stopComposingKey, true);
}
