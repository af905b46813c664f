const FILE_INPUT = 'input[type="file"]:enabled';
const TEXT_FIELD = 'textarea, input, [contenteditable]';

/** Whether the browser's own action keeps the page: a file field chooses the files, a text field inserts the text dragged with them. */
function isHandledByBrowser(target: EventTarget | null, { types }: DataTransfer): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(FILE_INPUT) !== null || (types.includes('text/plain') && target.closest(TEXT_FIELD) !== null);
}

/** Browsers open a file that is dropped beside a drop zone, in place of the page and what was typed there (product 10.10). */
export function ignoreStrayDrops(): void {
  const ignore = (event: DragEvent) => {
    const { dataTransfer: data, target, defaultPrevented } = event;
    // Drop zones prevent the browser's action themselves.
    if (!data?.types.includes('Files') || defaultPrevented || isHandledByBrowser(target, data)) return;
    event.preventDefault();
    data.dropEffect = 'none';
  };
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
}
