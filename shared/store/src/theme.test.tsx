import { act, render, screen } from '@testing-library/react';
import { importFresh } from './testing/import-fresh.ts';
import { toggleTheme, useTheme } from './theme.ts';

let systemIsDark = false;
let notifySystemChange = () => {};
const root = document.documentElement;
const browserMatchMedia = window.matchMedia;

function setSystem(scheme: 'light' | 'dark'): void {
  systemIsDark = scheme === 'dark';
  act(() => notifySystemChange());
}

const inAnotherTab = (newValue: string | null) => {
  if (newValue === null) window.localStorage.removeItem('theme');
  else window.localStorage.setItem('theme', newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue })));
};

async function startPage(scheme: 'light' | 'dark', stored: string | null = null) {
  systemIsDark = scheme === 'dark';
  if (stored !== null) window.localStorage.setItem('theme', stored);
  return importFresh(() => import('./theme.ts'));
}

beforeEach(() => {
  window.localStorage.clear();
  // Only the members in use.
  window.matchMedia = ((query: string) => ({
    matches: query === '(prefers-color-scheme: dark)' && systemIsDark,
    addEventListener: (_type: string, listener: () => void) => (notifySystemChange = listener),
  })) as unknown as typeof window.matchMedia;
});
afterAll(() => void (window.matchMedia = browserMatchMedia));

describe('theme (product 2.3)', () => {
  it.each(['light', 'dark'] as const)(
    'follows a %s system and its changes by default, without storing a preference',
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
  ] as const)('prefers the stored %s on a %s system and its changes', async (stored, scheme) => {
    const { themeStore } = await startPage(scheme, stored);
    expect(themeStore.getState().theme).toBe(stored);
    setSystem(stored);
    setSystem(scheme);
    expect(themeStore.getState().theme).toBe(stored);
  });

  it('follows the system if the stored value is invalid', async () => {
    const { themeStore } = await startPage('dark', 'purple');
    expect(themeStore.getState().theme).toBe('dark');
  });

  it('toggles and stores the preference under "theme"', async () => {
    const { themeStore, toggleTheme: toggle } = await startPage('light');
    toggle();
    expect(window.localStorage.getItem('theme')).toBe('dark');
    expect(root).toHaveClass('dark', { exact: true });
    toggle();
    expect(window.localStorage.getItem('theme')).toBe('light');
    expect(themeStore.getState().theme).toBe('light');
    expect(root.style.colorScheme).toBe('light');
  });

  it('follows another tab, and the system again when the preference is removed', async () => {
    const { themeStore } = await startPage('light');
    inAnotherTab('dark');
    expect(themeStore.getState().theme).toBe('dark');
    inAnotherTab(null);
    expect(themeStore.getState().theme).toBe('light');
  });

  it('re-renders components', () => {
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
