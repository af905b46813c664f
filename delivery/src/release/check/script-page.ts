import { createContext, runInContext } from 'node:vm';

/** What a script element is, as far as a bundler's loader of chunks uses it. */
class ScriptElement {
  readonly tagName = 'SCRIPT';
  src = '';
  onload: ((event: ScriptEvent) => void) | null = null;
  onerror: ((event: ScriptEvent) => void) | null = null;
  readonly #attributes = new Map<string, string>();
  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value);
  }
  getAttribute(name: string): string | null {
    return name === 'src' ? this.src : (this.#attributes.get(name) ?? null);
  }
}

interface ScriptEvent {
  type: 'load' | 'error';
  target: ScriptElement;
}

/** A page of scripts and nothing to see: enough to run a remote's entry and the exposed module behind it. */
export interface ScriptPage {
  /** Runs a script. Throws what it throws. */
  run: (path: string) => void;
  /** What a global holds. */
  read: (name: string) => unknown;
}

/** Milliseconds that one script may keep the processor. */
const TIMEOUT = 5000;

/**
 * @param origin where the scripts seem to come from
 * @param read the text of a script; undefined where there is none
 * @param globals what the page has besides
 */
export function openScriptPage(origin: string, read: (path: string) => string | undefined, globals: object): ScriptPage {
  const document = {
    baseURI: `${origin}/`,
    currentScript: null as ScriptElement | null,
    getElementsByTagName: () => [],
    createElement: () => new ScriptElement(),
    head: { appendChild: (script: ScriptElement) => queueMicrotask(() => load(script)) },
  };
  const page: Record<string, unknown> = {
    ...globals,
    document,
    HTMLScriptElement: ScriptElement,
    location: new URL(`${origin}/`),
    URL,
    URLSearchParams,
    AbortController,
    TextEncoder,
    console,
    queueMicrotask,
    setTimeout,
    clearTimeout,
  };
  page['window'] = page['self'] = page;
  const context = createContext(page);

  function execute(script: ScriptElement): void {
    const path = new URL(script.src).pathname.slice(1);
    const code = read(path);
    if (code === undefined) throw new Error(`there is no ${path}`);
    document.currentScript = script;
    try {
      runInContext(code, context, { filename: path, timeout: TIMEOUT });
    } finally {
      document.currentScript = null;
    }
  }

  function load(script: ScriptElement): void {
    try {
      execute(script);
    } catch {
      script.onerror?.({ type: 'error', target: script });
      return;
    }
    script.onload?.({ type: 'load', target: script });
  }

  return {
    run: (path) => execute(Object.assign(new ScriptElement(), { src: `${origin}/${path}` })),
    read: (name) => page[name],
  };
}
