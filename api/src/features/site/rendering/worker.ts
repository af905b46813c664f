import type { RenderHost, RenderPage } from '@solvent/federation/rendering';
import { setPriority } from 'node:os';
import { Script } from 'node:vm';
import { withTimeout } from '../../../platform/with-timeout.ts';
import type { BundleId, WorkerMessage, ApiResponse, WorkerRequest } from './messages.ts';

// The server itself comes first, but this is not to starve either: it has a third of what the server has where both want all.
setPriority(5);
// A signal that ends the server may reach all of its processes: it ends this one itself.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());

const send = (message: WorkerMessage) => void process.send?.(message);

const pendingRequests = new Map<number, (value: unknown) => void>();
let requestCount = 0;

function request(question: { type: 'bundle'; bundle: BundleId } | { type: 'get'; page: number; path: string }): Promise<unknown> {
  requestCount += 1;
  const id = requestCount;
  return new Promise((resolve) => {
    pendingRequests.set(id, resolve);
    send({ ...question, id });
  });
}

type Require = (name: string) => unknown;
type Wrapped = (module: { exports: unknown }, exports: unknown, require: Require) => void;

/** Runs a CommonJS script. @returns what it exports; @throws what it throws */
function evaluate(code: string, filename: string, require: Require): unknown {
  // On the first line: traces keep the script's own lines.
  const wrapped = new Script(`(function (module, exports, require) {${code}\n})`, { filename }).runInThisContext() as Wrapped;
  const module = { exports: {} };
  wrapped(module, module.exports, require);
  return module.exports;
}

/** A release without a bundle for servers: its pages are made by browsers alone. */
class MissingBundleError extends Error {}

/** What bundles export, or throw, as they are evaluated: once each, a remote's once beside each shell, whose React it has. */
const bundles = new Map<string, () => unknown>();

/** @throws NoBundle, what the bundle threw, or where it could not be read, which the next page may be luckier with */
async function load(bundle: BundleId, require: Require, beside = ''): Promise<unknown> {
  const name = `${bundle.name}@${bundle.version}`;
  const key = `${name} ${beside}`;
  const known = bundles.get(key);
  if (known) return known();
  const code = await request({ type: 'bundle', bundle });
  if (code === null) throw new MissingBundleError(`${name} has no bundle for servers.`);
  if (typeof code !== 'string') throw new Error(`The server bundle of ${name} could not be read.`);
  // Two pages are never made at once, so nobody else has evaluated it meanwhile.
  try {
    const exported = evaluate(code, `${name}.cjs`, require);
    bundles.set(key, () => exported);
  } catch (error) {
    bundles.set(key, () => {
      throw error;
    });
  }
  return bundles.get(key)?.();
}

const requireNothing: Require = (name) => {
  throw new Error(`"${name}" is not there on the server.`);
};

function requireFrom(singletons: ReadonlyMap<string, unknown>): Require {
  return (name) => (singletons.has(name) ? singletons.get(name) : requireNothing(name));
}

/** What a page that is being made may ask for, and whether it asked in vain. */
function createHost(page: number, shell: string): { host: RenderHost; isDataMissing: () => boolean } {
  let isMissing = false;
  return {
    host: {
      evaluate: ({ name, version }, singletons) => load({ name, version }, requireFrom(singletons), shell),
      async get(path) {
        const got = (await request({ type: 'get', page, path })) as ApiResponse | undefined;
        isMissing ||= !got || got.status === 429 || got.status >= 500;
        if (got) return got;
        throw new Error(`The API takes too long with ${path}.`);
      },
    },
    isDataMissing: () => isMissing,
  };
}

/** Longer than any answer of the API may take. A page that waits so long (ms) for what is none of the API's answers waits in vain. */
const RENDER_TIMEOUT_MS = 1500;

async function render({ id, request }: Extract<WorkerRequest, { type: 'render' }>): Promise<void> {
  const { version } = request.channel.shell;
  const { host, isDataMissing } = createHost(id, version);
  try {
    const shell = (await load({ name: 'shell', version }, requireNothing)) as {
      render: RenderPage;
    };
    const page = await withTimeout(RENDER_TIMEOUT_MS, request.url, shell.render(request, host));
    // It would be kept, and be everybody's: a search engine would take it for all that there is.
    if (isDataMissing()) throw new Error(`The API did not give all that ${request.url} shows.`);
    send({ type: 'rendered', id, page });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const reason = error instanceof MissingBundleError ? 'none' : isDataMissing() ? 'data' : 'page';
    send({ type: 'failed', id, error: text, reason });
  }
}

/** One page at a time: what bundles keep of a page is theirs alone. */
let last = Promise.resolve();

process.on('message', (message: WorkerRequest) => {
  if (message.type === 'render') last = last.then(() => render(message));
  else {
    pendingRequests.get(message.id)?.(message.value);
    pendingRequests.delete(message.id);
  }
});
