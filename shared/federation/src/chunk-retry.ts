type Done = (event?: Event) => void;
type LoadScript = (url: string, done: Done, key?: string, chunkId?: string) => void;

/** The bundler's own loader of scripts, and the modules that were evaluated, by id; only what is used of it. */
declare const __webpack_require__: { l?: LoadScript; c?: Record<string, { error?: unknown }> };

/**
 * The number of the try that this entry itself came with. When it had to be asked for again, the chunks' first
 * addresses are likely to hang or to have failed with it (the page's hints asked for them too), so they start there.
 */
function triesOfEntry(): number {
  const script = typeof document === 'undefined' ? null : document.currentScript;
  return script instanceof HTMLScriptElement ? Number(new URL(script.src, location.href).searchParams.get('r') ?? 0) : 0;
}

/**
 * Makes a second try for a chunk a real one. A browser joins a request to one for the same address that is still pending,
 * and keeps an answer for a year, also one with other bytes than its hash says: after either, the same address would fail
 * again. Each further try gets an address that no try has had, of this page or of one before it.
 */
function retryWithOwnAddress(load: LoadScript, firstTry: number): LoadScript {
  const failures = new Map<string, number>();
  return (url, done, key, chunkId) => {
    const count = failures.get(url) ?? firstTry;
    const settle: Done = (event) => {
      if (event?.type === 'load') failures.delete(url);
      else failures.set(url, count + 1);
      done(event);
    };
    if (count === 0) load(url, settle, key, chunkId);
    // Without a key: the bundler finds a pending script tag by it and would wait for that one.
    else load(`${url}?r=${count}&t=${Date.now()}`, settle, undefined, chunkId);
  };
}

if (typeof __webpack_require__ !== 'undefined' && __webpack_require__.l) {
  __webpack_require__.l = retryWithOwnAddress(__webpack_require__.l, triesOfEntry());
}

/** A module that threw, as all do that import a shared library which failed to load, keeps its error: its next use evaluates it anew. */
function forgetFailedModules(): void {
  const modules = typeof __webpack_require__ === 'undefined' ? {} : (__webpack_require__.c ?? {});
  for (const [id, module] of Object.entries(modules)) if (module.error !== undefined) delete modules[id];
}

/**
 * A run-time plugin of Module Federation in the shell and every remote: it is there for what its module does when it loads, and for
 * further tries of a page whose shared libraries did not all come.
 */
export default function chunkRetry() {
  return {
    name: 'solvent-chunk-retry',
    beforeLoadShare<Load>(load: Load): Load {
      forgetFailedModules();
      return load;
    },
  };
}
