/**
 * Hides keys that belong to an input method (Japanese, Chinese) from every other listener: its Escape drops a word and must not
 * close the dialog around the field. Call it before anything else listens. Safari has ended the composition by the time it reports
 * the key, and leaves only the code 229.
 */
export function ignoreComposingKeys(): void {
  const stopComposingKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stopComposingKey, true);
}
