import { getFileUrls, reportTimeout } from './files-location.ts';
import type { BundlerChunk, BundlerRequire, Done, FederationScript } from './federation-script.ts';
import { getLegacyStyleHashes } from './legacy-builds.ts';

/** Milliseconds until a pending script fails (product 10.18). */
export const SCRIPT_TIMEOUT = 8000;

type ScriptOptions = Pick<FederationScript, 'c' | 'attach' | 'integrity'>;

/** @throws Error with the reason */
export type LoadScript = (url: string, options: Partial<ScriptOptions>) => Promise<FederationScript>;

/** @throws Error with the reason */
function waitForLoad<Loaded extends HTMLScriptElement | HTMLLinkElement>(element: Loaded, address: string): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    // Must match the preload hints of the page.
    element.crossOrigin = 'anonymous';
    const settle = (failure?: string) => {
      clearTimeout(timer);
      element.onload = element.onerror = null;
      if (failure === undefined) resolve(element);
      else {
        element.remove();
        reject(new Error(`${address} ${failure}.`));
      }
    };
    const timer = setTimeout(() => {
      reportTimeout(address);
      settle(`did not load within ${SCRIPT_TIMEOUT / 1000} s`);
    }, SCRIPT_TIMEOUT);
    element.onload = () => settle();
    // Safari fires errors of scripts that load while the page is left. Timers no longer run then.
    element.onerror = () => setTimeout(() => settle('did not load, or does not match its published hash'));
    element.ownerDocument.head.append(element);
  });
}

/**
 * Loads files with a hash and a timeout. Each retry has a new URL, because browsers cache even a response that fails its hash. Falls
 * back to the page's own origin in the same try.
 *
 * @param firstTry above 0 if the first URLs are known to have failed
 */
function createFileLoader<Loaded extends HTMLScriptElement | HTMLLinkElement, Options>(
  createElement: (address: string, options: Options) => Loaded,
  firstTry: number,
): (url: string, options: Options) => Promise<Loaded> {
  const failures = new Map<string, number>();

  async function tryLoad(url: string, options: Options): Promise<Loaded> {
    const count = failures.get(url) ?? firstTry;
    const address = count === 0 ? url : `${url}?r=${count}&t=${Date.now()}`;
    try {
      const loaded = await waitForLoad(createElement(address, options), address);
      failures.delete(url);
      return loaded;
    } catch (error) {
      failures.set(url, count + 1);
      throw error;
    }
  }

  return async (url, options) => {
    const [first, own] = getFileUrls(url);
    if (own === undefined) return tryLoad(first, options);
    // Retries use the page's own origin, which has the same bytes.
    if (failures.has(first)) return tryLoad(own, options);
    return tryLoad(first, options).catch(() => tryLoad(own, options));
  };
}

export function createScriptLoader(document: Document, firstTry = 0): LoadScript {
  const load = createFileLoader(
    (src: string, options: Partial<ScriptOptions>): FederationScript =>
      Object.assign(document.createElement('script'), options, { src }),
    firstTry,
  );
  return async (url, options) => {
    const script = await load(url, options);
    script.remove();
    return script;
  };
}

const createStyleLoader = (document: Document, firstTry: number) =>
  createFileLoader(
    (href: string, integrity: string) => Object.assign(document.createElement('link'), { rel: 'stylesheet', integrity, href }),
    firstTry,
  );

/**
 * Loads chunks from the folder of the entry. After a retry of the entry, chunks start with the same retry count: their preloaded URLs
 * probably failed, too.
 *
 * @param own script of the build's entry
 */
export function installChunkLoaders(require: BundlerRequire, own: FederationScript): void {
  const address = new URL(own.src);
  require.p = new URL('.', address).href;
  const firstTry = Number(address.searchParams.get('r') ?? 0);
  const load = createScriptLoader(own.ownerDocument, firstTry);
  const { sriHashes, sriCssHashes } = require;
  if (!sriHashes) return loadInDevelopment(require, load);
  loadPublished(require, load, sriHashes);
  loadStyles(require, createStyleLoader(own.ownerDocument, firstTry), sriCssHashes ?? getLegacyStyleHashes(sriHashes));
}

/** Caches loads by chunk id, but not failures. @param load returns undefined if the chunk has no such file */
function loadOnce(load: (chunkId: string) => Promise<unknown> | undefined): BundlerRequire['f'][string] {
  const loading = new Map<string, Promise<unknown>>();
  return (chunkId, promises) => {
    const promise = loading.get(chunkId) ?? load(chunkId);
    if (promise === undefined) return;
    loading.set(chunkId, promise);
    promise.catch(() => loading.delete(chunkId));
    promises.push(promise);
  };
}

/** Replaces the bundler's chunk loader, whose scripts share a global and never retry. */
function loadPublished(require: BundlerRequire, load: LoadScript, hashes: Record<string, string>): void {
  const chunks = { push: ([, modules]: BundlerChunk) => void Object.assign(require.m, modules) };
  require.f['j'] = loadOnce((chunkId) => {
    const integrity = hashes[chunkId];
    // A chunk with only singletons has no script.
    return integrity === undefined ? undefined : load(require.p + require.u(chunkId), { integrity, c: chunks });
  });
}

/** Replaces the bundler's style loader, which never retries; keeps it if there are no hashes. */
function loadStyles(require: BundlerRequire, load: ReturnType<typeof createStyleLoader>, hashes: Record<string, string>): void {
  const { k: getStyleName } = require;
  if (!getStyleName || Object.keys(hashes).length === 0) return;
  require.f['css'] = loadOnce((chunkId) => {
    const integrity = hashes[chunkId];
    return integrity === undefined ? undefined : load(require.p + getStyleName(chunkId), integrity);
  });
}

/** The bundler tracks chunks in development for hot updates. */
function loadInDevelopment(require: BundlerRequire, load: LoadScript): void {
  const loadAsBundlerEvent = (url: string): Promise<Parameters<Done>[0]> =>
    load(url, {}).then(
      (target) => ({ type: 'load', target }),
      // The bundler rejects the import with its own error.
      () => ({ type: 'error', target: null }),
    );
  require.l = async (url, done) => done(await loadAsBundlerEvent(url));
}
