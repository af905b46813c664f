import { STORAGE_KEYS } from '@solvent/contracts';
import { useStore } from 'zustand';
import { isBrowser, onKeyChange, readKey, writeKey } from './browser-storage.ts';
import { createSharedStore } from './registry.ts';

export type Theme = 'light' | 'dark';

interface ThemeState {
  theme: Theme;
}

const getDarkSchemeQuery = () => (isBrowser ? window.matchMedia('(prefers-color-scheme: dark)') : undefined);

const getSystemTheme = (): Theme => (getDarkSchemeQuery()?.matches ? 'dark' : 'light');

/** A stored preference wins over the system (product 2.3). */
const resolveTheme = (saved: string | null): Theme => (saved === 'dark' || saved === 'light' ? saved : getSystemTheme());

/** Applies the theme to the document. An inline script does the same before the first paint. */
function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(theme);
  root.style.colorScheme = theme;
}

/** Theme in all tabs. */
export const themeStore = createSharedStore<ThemeState>('theme', () => ({ theme: 'light' }));

const restoreTheme = () => themeStore.setState({ theme: resolveTheme(readKey(STORAGE_KEYS.theme)) });

themeStore.subscribe(({ theme }) => applyTheme(theme));
// Set after creation: the initial state must match server-rendered pages, which have no theme.
if (isBrowser) restoreTheme();
onKeyChange(STORAGE_KEYS.theme, (saved) => themeStore.setState({ theme: resolveTheme(saved) }));
getDarkSchemeQuery()?.addEventListener('change', restoreTheme);

export function toggleTheme(): void {
  const theme: Theme = themeStore.getState().theme === 'dark' ? 'light' : 'dark';
  writeKey(STORAGE_KEYS.theme, theme);
  themeStore.setState({ theme });
}

export const useTheme = (): Theme => useStore(themeStore, (state) => state.theme);
