import { act, render, screen } from '@testing-library/react';
import { freshCopyOf } from './testing/fresh-copy-of.ts';
import { toggleTheme, useTheme } from './theme.ts';

let systemIsDark = false;
let tellSystemChange = () => {};
const root = document.documentElement;
const browserMatchMedia = window.matchMedia;

function setSystem(scheme: 'light' | 'dark'): void {
  systemIsDark = scheme === 'dark';
  act(() => tellSystemChange());
}

const inAnotherTab = (newValue: string | null) => {
  if (newValue === null) window.localStorage.removeItem('theme');
  else window.localStorage.setItem('theme', newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })));
};

/** A new page, on a system of that scheme and with that kept preference. */
async function startPage(scheme: 'light' | 'dark', kept: string | null = null) {
  systemIsDark = scheme === 'dark';
  if (kept !== null) window.localStorage.setItem('theme', kept);
  return freshCopyOf(() => import('./theme.ts'));
}

beforeEach(() => {
  window.localStorage.clear();
  // Only what the product asks of it.
  window.matchMedia = ((query: string) => ({
    matches: query === '(prefers-color-scheme: dark)' && systemIsDark,
    addEventListener: (_type: string, listener: () => void) => (tellSystemChange = listener),
  })) as unknown as typeof window.matchMedia;
});
afterAll(() => void (window.matchMedia = browserMatchMedia));

describe('the theme (product 2.3)', () => {
  it.each(['light', 'dark'] as const)(
    'follows a %s system and its changes by default, and keeps no preference',
    async (scheme) => {
      const { themeStore } = await startPage(scheme);
      expect(themeStore.getState().theme).toBe(scheme);
      expect(root).toHaveClass(scheme, { exact: true });
      expect(root.style.colorScheme).toBe(scheme);
      expect(window.localStorage.getItem('theme')).toBeNull();
      setSystem(scheme === 'dark' ? 'light' : 'dark');
      expect(themeStore.getState().theme).not.toBe(scheme);
      expect(root).not.toHaveClass(scheme);
    },
  );

  it.each([
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const)('is the kept preference, whatever the system is or becomes: %s on a %s one', async (kept, scheme) => {
    const { themeStore } = await startPage(scheme, kept);
    expect(themeStore.getState().theme).toBe(kept);
    setSystem(kept);
    setSystem(scheme);
    expect(themeStore.getState().theme).toBe(kept);
  });

  it('follows the system when something else is kept under the key', async () => {
    const { themeStore } = await startPage('dark', 'purple');
    expect(themeStore.getState().theme).toBe('dark');
  });

  it('is switched by the top bar and kept under "theme"', async () => {
    const { themeStore, toggleTheme: toggle } = await startPage('light');
    toggle();
    expect(window.localStorage.getItem('theme')).toBe('dark');
    expect(root).toHaveClass('dark', { exact: true });
    toggle();
    expect(window.localStorage.getItem('theme')).toBe('light');
    expect(themeStore.getState().theme).toBe('light');
    expect(root.style.colorScheme).toBe('light');
  });

  it('changes with another tab, and follows the system again when the preference goes', async () => {
    const { themeStore } = await startPage('light');
    inAnotherTab('dark');
    expect(themeStore.getState().theme).toBe('dark');
    inAnotherTab(null);
    expect(themeStore.getState().theme).toBe('light');
  });

  it('is known to components', () => {
    function Sample() {
      return useTheme();
    }
    inAnotherTab('light');
    render(<Sample />);
    expect(screen.getByText('light')).toBeInTheDocument();
    act(() => toggleTheme());
    expect(screen.getByText('dark')).toBeInTheDocument();
  });
});
