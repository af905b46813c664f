import { STORAGE_KEYS } from '@solvent/contracts';
import { useStore } from 'zustand';
import { isBrowser, onKeyChange, readKey, writeKey } from './browser-storage.ts';
import { createSharedStore } from './registry.ts';

export type Theme = 'light' | 'dark';

interface ThemeState {
  theme: Theme;
}

const systemDark = () => (isBrowser ? window.matchMedia('(prefers-color-scheme: dark)') : undefined);

const systemTheme = (): Theme => (systemDark()?.matches ? 'dark' : 'light');

/** A kept preference wins; without one the system decides (product 2.3). */
const themeFrom = (saved: string | null): Theme => (saved === 'dark' || saved === 'light' ? saved : systemTheme());

/** Puts the theme on the page. The page's own first script does the same before the first paint. */
function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(theme);
  root.style.colorScheme = theme;
}

/** The theme, in all tabs. */
export const themeStore = createSharedStore<ThemeState>('theme', () => ({ theme: 'light' }));

const takeKeptTheme = () => themeStore.setState({ theme: themeFrom(readKey(STORAGE_KEYS.theme)) });

themeStore.subscribe(({ theme }) => applyTheme(theme));
// After the initial state, which is that of the server's pages: there nobody knows of a theme, and nothing has one.
if (isBrowser) takeKeptTheme();
onKeyChange(STORAGE_KEYS.theme, (saved) => themeStore.setState({ theme: themeFrom(saved) }));
systemDark()?.addEventListener('change', takeKeptTheme);

/** Switches between light and dark and keeps the choice under `theme`. */
export function toggleTheme(): void {
  const theme: Theme = themeStore.getState().theme === 'dark' ? 'light' : 'dark';
  writeKey(STORAGE_KEYS.theme, theme);
  themeStore.setState({ theme });
}

/** The theme now, for components. */
export const useTheme = (): Theme => useStore(themeStore, (state) => state.theme);
