export type EngineName = 'firefox' | 'webkit';

/** The functions of an engine; `tab.ts` builds everything else on them. */
export interface Driver {
  /** Resolves when the page has loaded. */
  navigate: (url: string) => Promise<void>;
  /** Runs the body of a function in the page. @param args JSON, as `arguments` @returns JSON */
  run: (body: string, ...args: unknown[]) => Promise<unknown>;
  /** Like {@link Driver.run}, for a body that returns an element. */
  find: (body: string, ...args: unknown[]) => Promise<DriverElement>;
  press: (key: Key) => Promise<void>;
  /** Sets the size of the viewport. */
  resize: (size: { width: number; height: number }) => Promise<void>;
  screenshot: () => Promise<Buffer>;
  /** Errors and warnings of the console so far; missing if the browser does not report them. */
  problems?: string[];
  close: () => Promise<void>;
}

export interface DriverElement {
  /** The element must be in view. */
  click: () => Promise<void>;
  /** @param paths of files for a file input */
  choose: (paths: string[]) => Promise<void>;
}

export const DESKTOP = { width: 1440, height: 900 };

/** The keys of WebDriver. */
export const KEYS = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' } as const;
export type Key = keyof typeof KEYS;

export interface Engine {
  /** Opens a tab of 1440 × 900 px without cookies and stored data. */
  openTab: () => Promise<Driver>;
  close: () => Promise<void>;
}
