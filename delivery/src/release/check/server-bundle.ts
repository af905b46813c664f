import { types } from 'node:util';
import { createContext, Script } from 'node:vm';
import type { Build } from '../read-build.ts';
import { createProxy } from './exposed-module.ts';

/** Globals that bundles may use while they load on the server, besides the language. */
const ALLOWED_GLOBALS = {
  URL,
  URLSearchParams,
  TextEncoder,
  TextDecoder,
  AbortController,
  setTimeout,
  clearTimeout,
  queueMicrotask,
};

/**
 * Loads the default export of a built remote's server bundle without a browser, and with proxies for the shared singletons:
 * only its top-level code runs.
 *
 * @throws any error that prevents it from loading
 */
function loadServerModule({ build, files }: Build, timeout: number): unknown {
  const code = files.find(({ path }) => path === build.server)?.bytes.toString() ?? '';
  const module: { exports: { default?: unknown } } = { exports: {} };
  const context = createContext({ ...ALLOWED_GLOBALS, console: createProxy(), module, require: createProxy });
  // The script calls the function itself, because the timeout applies only to the evaluation of the script, not to later calls.
  const wrapped = `(function (module, exports, require) {${code}\n})(module, module.exports, require)`;
  new Script(wrapped, { filename: build.server }).runInContext(context, { timeout });
  return module.exports.default;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Returns the problem of a server bundle. It must load without a browser and contain the head of each public page.
 * @param timeout for loading (ms)
 */
export function findServerBundleProblems(build: Build, timeout = 5000): string[] {
  const { remote, build: files } = build;
  const pages = remote?.paths.filter(({ render }) => render === 'public').map(({ page }) => page) ?? [];
  if (files.server === undefined)
    return pages.length === 0
      ? []
      : ['remote.json says that pages are public, and there is no src/server.ts that tells of them.'];
  try {
    const exported = loadServerModule(build, timeout);
    if (!isRecord(exported) || !isRecord(exported['pages']) || !isRecord(exported['heads']))
      return [
        '"src/server.ts" must export by default { ...remote, heads: {...} }, the type ServerRemote of @solvent/federation.',
      ];
    const { heads } = exported;
    return [...new Set(pages)]
      .filter((page) => !isRecord(heads) || typeof heads[page] !== 'function')
      .map((page) => `remote.json says that the page ${page} is public, and "heads" of src/server.ts has none of it: add it.`);
  } catch (error) {
    // The error belongs to the realm of the bundle, so it is no instance of this `Error`.
    const reason = types.isNativeError(error) ? error.message : String(error);
    return [
      `its bundle for servers does not load: ${reason}. Nothing may touch the browser before a page is shown: do so in effects and handlers.`,
    ];
  }
}
