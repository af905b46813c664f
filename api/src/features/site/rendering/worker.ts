import type { RenderHost, RenderPage } from '@solvent/federation/rendering';
import { setPriority } from 'node:os';
import { Script } from 'node:vm';
import { withTimeout } from '../../../platform/with-timeout.ts';
import type { BundleId, WorkerMessage, ApiResponse, WorkerRequest } from './renderer.ts';

// Under full load, a third of the server's CPU time.
setPriority(5);
// Signals may reach all processes of the server, which ends this one itself.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());

const send = (message: WorkerMessage) => void process.send?.(message);

const pendingRequests = new Map<number, (value: unknown) => void>();
let requestCount = 0;

function sendRequest(
  message: { type: 'bundle'; bundle: BundleId } | { type: 'get'; page: number; path: string },
): Promise<unknown> {
  requestCount += 1;
  const id = requestCount;
  return new Promise((resolve) => {
    pendingRequests.set(id, resolve);
    send({ ...message, id });
  });
}

type Require = (name: string) => unknown;
type ModuleFunction = (module: { exports: unknown }, exports: unknown, require: Require) => void;

async function evaluate(code: string, filename: string, require: Require): Promise<unknown> {
  // On one line with the script, to keep its line numbers in stack traces.
  const run = new Script(`(function (module, exports, require) {${code}\n})`, { filename }).runInThisContext() as ModuleFunction;
  const module = { exports: {} };
  run(module, module.exports, require);
  return module.exports;
}

class MissingBundleError extends Error {}

/** Exports of evaluated bundles, also of those that fail. A remote is evaluated once per shell, whose React it uses. */
const bundles = new Map<string, Promise<unknown>>();

/** @throws MissingBundleError */
async function load(bundle: BundleId, require: Require, shell = ''): Promise<unknown> {
  const name = `${bundle.name}@${bundle.version}`;
  const key = `${name} ${shell}`;
  let evaluated = bundles.get(key);
  if (evaluated === undefined) {
    const code = await sendRequest({ type: 'bundle', bundle });
    if (code === null) throw new MissingBundleError(`${name} has no bundle for servers.`);
    if (typeof code !== 'string') throw new Error(`The server bundle of ${name} could not be read.`);
    evaluated = evaluate(code, `${name}.cjs`, require);
    bundles.set(key, evaluated);
  }
  return evaluated;
}

const requireFrom =
  (singletons: ReadonlyMap<string, unknown>): Require =>
  (name) => {
    if (singletons.has(name)) return singletons.get(name);
    throw new Error(`"${name}" is not available on the server.`);
  };

/** Longer than the timeout of the API: such a page waits for something else. */
const RENDER_TIMEOUT_MS = 1500;

async function render({ id, request }: Extract<WorkerRequest, { type: 'render' }>): Promise<void> {
  const { version } = request.channel.shell;
  let isDataMissing = false;
  const host: RenderHost = {
    evaluate: (remote, singletons) => load({ name: remote.name, version: remote.version }, requireFrom(singletons), version),
    async get(path) {
      const response = (await sendRequest({ type: 'get', page: id, path })) as ApiResponse | undefined;
      isDataMissing ||= !response || response.status === 429 || response.status >= 500;
      if (response) return response;
      throw new Error(`The API timed out: ${path}`);
    },
  };
  try {
    const shell = (await load({ name: 'shell', version }, requireFrom(new Map()))) as { render: RenderPage };
    const page = await withTimeout(RENDER_TIMEOUT_MS, request.url, shell.render(request, host));
    // An incomplete page would be cached, and indexed by search engines.
    if (isDataMissing) throw new Error(`The API did not return all data of ${request.url}.`);
    send({ type: 'rendered', id, page });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const reason = error instanceof MissingBundleError ? 'none' : isDataMissing ? 'data' : 'page';
    send({ type: 'failed', id, error: text, reason });
  }
}

/** Renders one page at a time, since bundles have module state. */
let last = Promise.resolve();

process.on('message', (message: WorkerRequest) => {
  if (message.type === 'render') last = last.then(() => render(message));
  else {
    pendingRequests.get(message.id)?.(message.value);
    pendingRequests.delete(message.id);
  }
});
