/** Browsers may still read the address a while after the click. */
const KEPT_FOR = 40_000;

/** Has the browser keep a text as a file, as if it had been downloaded. */
export function saveFile(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR);
}
