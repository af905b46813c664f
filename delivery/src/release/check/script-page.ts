import { createContext, runInContext } from 'node:vm';
import type { FederationScript } from '@solvent/federation/runtime';

/** The part of a script element that the script loader uses. */
class ScriptElement {
  src = '';
  onload: ((event: ScriptEvent) => void) | null = null;
  onerror: ((event: ScriptEvent) => void) | null = null;
  constructor(readonly ownerDocument: object) {}
  remove(): void {}
}

interface ScriptEvent {
  type: 'load' | 'error';
  target: ScriptElement;
}

/** A page without a DOM that can run the entry of a remote and its exposed module. */
export interface ScriptPage {
  /** Runs the script of an entry, which may call `attach`. Throws the errors of the script. */
  run: (path: string, attach: FederationScript['attach']) => FederationScript;
}

const SCRIPT_TIMEOUT_MS = 5000;

/** @param origin the origin that the scripts see @param read returns the text of a script; undefined if there is no such script */
export function openScriptPage(origin: string, read: (path: string) => string | undefined): ScriptPage {
  const document = {
    currentScript: null as ScriptElement | null,
    createElement: () => new ScriptElement(document),
    head: { append: (script: ScriptElement) => queueMicrotask(() => load(script)) },
  };
  const page: Record<string, unknown> = {
    document,
    location: new URL(`${origin}/`),
    URL,
    atob,
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
      runInContext(code, context, { filename: path, timeout: SCRIPT_TIMEOUT_MS });
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
    run(path, attach) {
      const script = Object.assign(new ScriptElement(document), { src: `${origin}/${path}`, attach });
      execute(script);
      return script as object as FederationScript; // as much of one as it takes
    },
  };
}
