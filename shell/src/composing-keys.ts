/**
 * Hides keys of an input method (IME) from all other listeners: its Escape discards a word and must not close the dialog around the
 * field. Call it before any other listener is added. Safari reports the key after the composition ended, with key code 229.
 */
export function ignoreComposingKeys(): void {
  const stopComposingKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stopComposingKey, true);
}
