import { types } from 'node:util';
import { createContext, Script } from 'node:vm';
import type { Build } from '../read-build.ts';
import { standIn } from './exposed-module.ts';

/** What there is besides the language where pages are made ahead of browsers, as far as bundles may count on it while they load. */
const SURROUNDINGS = {
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
 * What a built remote's bundle for servers exports by default. It is evaluated where there is no browser, with stand-ins for the
 * shared singletons: only what it does while it loads is done.
 *
 * @throws whatever keeps it from loading
 */
function serverModule({ build, files }: Build, timeout: number): unknown {
  const code = files.find(({ path }) => path === build.server)?.bytes.toString() ?? '';
  const module: { exports: { default?: unknown } } = { exports: {} };
  const context = createContext({ ...SURROUNDINGS, console: standIn(), module, require: standIn });
  // Called in the script itself: the time-out is for what that runs, and for nothing that it hands out.
  const wrapped = `(function (module, exports, require) {${code}\n})(module, module.exports, require)`;
  new Script(wrapped, { filename: build.server }).runInContext(context, { timeout });
  return module.exports.default;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * What is wrong with a remote's bundle for servers: it must load without a browser, and have the head of each public page.
 *
 * @param timeout how long it may take to load (ms)
 */
export function serverBundleFaults(build: Build, timeout = 5000): string[] {
  const { remote, build: files } = build;
  const pages = remote?.paths.filter(({ render }) => render === 'public').map(({ page }) => page) ?? [];
  if (files.server === undefined)
    return pages.length === 0
      ? []
      : ['remote.json says that pages are public, and there is no src/server.ts that tells of them.'];
  try {
    const exported = serverModule(build, timeout);
    if (!isRecord(exported) || !isRecord(exported['pages']) || !isRecord(exported['heads']))
      return [
        '"src/server.ts" must export by default { ...remote, heads: {...} }, the type ServerRemote of @solvent/federation.',
      ];
    const { heads } = exported;
    return [...new Set(pages)]
      .filter((page) => !isRecord(heads) || typeof heads[page] !== 'function')
      .map((page) => `remote.json says that the page ${page} is public, and "heads" of src/server.ts has none of it: add it.`);
  } catch (error) {
    // Of the bundle's own realm, whose errors are no instances of this one's.
    const reason = types.isNativeError(error) ? error.message : String(error);
    return [
      `its bundle for servers does not load: ${reason}. Nothing may touch the browser before a page is shown: do so in effects and handlers.`,
    ];
  }
}
