import type { BundlerChunk, BundlerRequire, Done, FederationScript } from './federation-script.ts';

/** Milliseconds after which a script that has not arrived has failed (product 10.18). */
export const SCRIPT_TIMEOUT = 8000;

/** What a script is asked for with. */
type Asked = Pick<FederationScript, 'c' | 'attach' | 'integrity'>;

/** Loads a script. @throws Error that says what came of it instead */
export type LoadScript = (url: string, asked: Partial<Asked>) => Promise<FederationScript>;

/**
 * Loads scripts into a document, each with its hash and a time-out. A further try for one that failed is a real one: a browser
 * joins a request to one for the same address that is still pending, and keeps an answer for a year, also one with other bytes
 * than its hash says. So each further try has an address that no try has had, of this page or of one before it.
 *
 * @param firstTry number of the first try: above 0 where the first addresses are known to have failed or to hang
 */
export function scriptLoader(document: Document, firstTry = 0): LoadScript {
  const failures = new Map<string, number>();
  return (url, asked) =>
    new Promise((resolve, reject) => {
      const count = failures.get(url) ?? firstTry;
      const script: FederationScript = Object.assign(document.createElement('script'), asked);
      script.src = count === 0 ? url : `${url}?r=${count}&t=${Date.now()}`;
      // As the page's hints ask for it; and of another origin nothing is checked against a hash without.
      script.crossOrigin = 'anonymous';
      const settle = (failure?: string) => {
        clearTimeout(timer);
        script.onload = script.onerror = null;
        script.remove();
        if (failure === undefined) failures.delete(url);
        else failures.set(url, count + 1);
        if (failure === undefined) resolve(script);
        else reject(new Error(`${script.src} ${failure}.`));
      };
      const timer = setTimeout(() => settle(`did not come within ${SCRIPT_TIMEOUT / 1000} s`), SCRIPT_TIMEOUT);
      script.onload = () => settle();
      script.onerror = () => settle('did not come, or has other bytes than were published');
      document.head.append(script);
    });
}

/**
 * Lets a build load its chunks so, from beside its entry. When its entry had to be asked for again, the chunks' first addresses
 * are likely to hang or to have failed with it (the page's hints asked for them, too), so they start there.
 *
 * @param own the script of the build's entry
 */
export function loadChunksOf(require: BundlerRequire, own: FederationScript): void {
  const address = new URL(own.src);
  require.p = new URL('.', address).href;
  const load = scriptLoader(own.ownerDocument, Number(address.searchParams.get('r') ?? 0));
  if (require.sriHashes) loadPublished(require, require.sriHashes, load);
  else loadInDevelopment(require, load);
}

/** The chunks of a published build, whose entry has nothing of its own for that (lean-entry-plugin.mjs). */
function loadPublished(require: BundlerRequire, hashes: Record<string, string>, load: LoadScript): void {
  const loading = new Map<string, Promise<void>>();
  const chunks = { push: ([, modules]: BundlerChunk) => void Object.assign(require.m, modules) };

  async function loadChunk(chunkId: string, integrity: string): Promise<void> {
    await load(require.p + require.u(chunkId), { integrity, c: chunks });
  }

  require.f['j'] = (chunkId, promises) => {
    const integrity = hashes[chunkId];
    // Some chunks have no script: they are of singletons alone.
    if (integrity === undefined) return;
    const asked = loading.get(chunkId) ?? loadChunk(chunkId, integrity);
    loading.set(chunkId, asked);
    // A failure is not kept: the chunk's next try asks again.
    asked.catch(() => loading.delete(chunkId));
    promises.push(asked);
  };
}

/** In development the bundler keeps book of chunks, for hot updates. */
function loadInDevelopment(require: BundlerRequire, load: LoadScript): void {
  const outcome = (url: string): Promise<Parameters<Done>[0]> =>
    load(url, {}).then(
      (target) => ({ type: 'load', target }),
      // The bundler rejects the import with an error of its own.
      () => ({ type: 'error', target: null }),
    );
  require.l = async (url, done) => done(await outcome(url));
}
