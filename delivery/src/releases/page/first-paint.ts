import { STORAGE_KEYS } from '@solvent/contracts';

/** Page colours of the UI's theme (design: light gray.50, dark #0B0B0E), for the moment before it is loaded. */
export const PAGE_COLORS = { light: '#FAFAFA', dark: '#0B0B0E' } as const;

/**
 * Sets the theme before anything is painted, as the theme store does later: what was chosen, else what the system has.
 * Written as text because it stands in the page itself.
 */
export const THEME_SCRIPT = [
  '(function(){var saved=null;',
  `try{saved=localStorage.getItem(${JSON.stringify(STORAGE_KEYS.theme)})}catch(error){}`,
  "var dark=saved==='dark'||(saved!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);",
  "var root=document.documentElement,theme=dark?'dark':'light';",
  'root.classList.add(theme);root.style.colorScheme=theme})()',
].join('');

/** What the first paint needs before any stylesheet: the page's background in both themes. */
export const FIRST_STYLE = `html{background:${PAGE_COLORS.light}}html.dark{background:${PAGE_COLORS.dark}}body{margin:0}`;
