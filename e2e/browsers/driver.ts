/** What an engine must do; `tab.ts` builds everything else on it. */
export interface Driver {
  /** Resolves when the page has loaded. */
  navigate: (url: string) => Promise<void>;
  /** Runs the body of a function in the page. @param args JSON, as `arguments` @returns JSON */
  run: (body: string, ...args: unknown[]) => Promise<unknown>;
  /** Like {@link Driver.run}, for a body that returns an element. */
  find: (body: string, ...args: unknown[]) => Promise<DriverElement>;
  press: (key: Key) => Promise<void>;
  /** Sets the size of the viewport. */
  resize: (width: number, height: number) => Promise<void>;
  screenshot: () => Promise<Buffer>;
  /** Console errors and warnings, and uncaught errors, so far. */
  listProblems: () => string[];
  close: () => Promise<void>;
}

export interface DriverElement {
  click: () => Promise<void>;
  /** Types with real keys. */
  type: (text: string) => Promise<void>;
  /** @param paths of files for a file input */
  choose: (paths: string[]) => Promise<void>;
}

/** The keys of WebDriver. */
export const KEYS = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' } as const;
export type Key = keyof typeof KEYS;

export interface Engine {
  openTab: () => Promise<Driver>;
  close: () => Promise<void>;
}
