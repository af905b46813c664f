const CHOICES = ['light', 'dark', 'system'];

/** A browser in which storage is forbidden still has a theme: for this page. */
function quietly(what) {
  try {
    return what();
  } catch {
    return null;
  }
}

/**
 * The theme of a page: follows the system until somebody chooses, remembers the choice, and tells every open tab.
 * `browser` is `window`; another one is for tests.
 */
export function createTheme({ key = 'theme', browser = globalThis.window } = {}) {
  const media = browser.matchMedia('(prefers-color-scheme: dark)');
  const listeners = new Set();
  const stored = () => quietly(() => browser.localStorage.getItem(key));
  let choice = CHOICES.includes(stored()) ? stored() : 'system';

  const shown = () => (choice === 'system' ? (media.matches ? 'dark' : 'light') : choice);
  const apply = () => {
    const root = browser.document.documentElement;
    root.dataset.theme = shown();
    root.style.colorScheme = shown();
    for (const listener of listeners) listener();
  };
  const onStorage = (event) => {
    if (event.key !== key) return;
    choice = CHOICES.includes(event.newValue) ? event.newValue : 'system';
    apply();
  };

  media.addEventListener('change', apply);
  browser.addEventListener('storage', onStorage);
  apply();

  return {
    /** light, dark or system. */
    choice: () => choice,
    /** What is on the screen: light or dark. */
    shown,

    choose(next) {
      if (!CHOICES.includes(next)) throw new RangeError(`A theme is ${CHOICES.join(', ')}`);
      choice = next;
      quietly(() => browser.localStorage.setItem(key, next));
      apply();
    },

    /** The other one of light and dark. */
    toggle() {
      this.choose(shown() === 'dark' ? 'light' : 'dark');
    },

    /** Hears of each change; gives a function that ends it. */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Ends all listening. */
    stop() {
      media.removeEventListener('change', apply);
      browser.removeEventListener('storage', onStorage);
      listeners.clear();
    },
  };
}
