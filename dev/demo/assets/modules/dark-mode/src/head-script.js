/** Runs before the page is drawn: nothing from outside may stand in it. */
function early(key) {
  let chosen = null;
  try {
    chosen = localStorage.getItem(key);
  } catch {
    // Storage may be forbidden: then the system decides.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
}

/** What goes into a `<script>` in the head, before the first stylesheet: so there is no white flash. */
export const headScript = (key = 'theme') => `(${early.toString()})(${JSON.stringify(key).replaceAll('<', String.raw`\u003c`)})`;
