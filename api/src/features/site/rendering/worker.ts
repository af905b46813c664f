import type { RenderHost, RenderPage } from '@solvent/federation';
import { constants, setPriority } from 'node:os';
import { Script } from 'node:vm';
import type { BundleName, FromWorker, Got, ToWorker } from './messages.ts';

// The pages of this process come second: without them people have those that their browser makes.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// A signal that ends the server may reach all of its processes: it ends this one itself.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());

const send = (message: FromWorker) => void process.send?.(message);

const asked = new Map<number, (value: unknown) => void>();
let questions = 0;

function ask(question: { type: 'bundle'; bundle: BundleName } | { type: 'get'; page: number; path: string }): Promise<unknown> {
  questions += 1;
  const id = questions;
  return new Promise((resolve) => {
    asked.set(id, resolve);
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

const keyOf = ({ name, version }: BundleName) => `${name}@${version}`;

async function loadBundle(bundle: BundleName, require: Require): Promise<unknown> {
  const code = await ask({ type: 'bundle', bundle });
  if (typeof code !== 'string') throw new Error(`${keyOf(bundle)} has no server bundle.`);
  return evaluate(code, `${keyOf(bundle)}.cjs`, require);
}

/** Each is evaluated once; one that threw throws again. */
const bundles = new Map<string, Promise<unknown>>();

function once(bundle: BundleName, require: Require): Promise<unknown> {
  const key = keyOf(bundle);
  const known = bundles.get(key) ?? loadBundle(bundle, require);
  bundles.set(key, known);
  return known;
}

const requireNothing: Require = (name) => {
  throw new Error(`"${name}" is not there on the server.`);
};

function requireFrom(singletons: ReadonlyMap<string, unknown>): Require {
  return (name) => (singletons.has(name) ? singletons.get(name) : requireNothing(name));
}

const hostOf = (page: number): RenderHost => ({
  evaluate: ({ name, version }, singletons) => once({ name, version }, requireFrom(singletons)),
  async get(path) {
    const got = (await ask({ type: 'get', page, path })) as Got | undefined;
    if (got) return got;
    throw new Error(`The API takes too long with ${path}.`);
  },
});

async function render({ id, request }: Extract<ToWorker, { type: 'render' }>): Promise<void> {
  try {
    const shell = (await once({ name: 'shell', version: request.channel.shell.version }, requireNothing)) as { render: RenderPage };
    send({ type: 'rendered', id, page: await shell.render(request, hostOf(id)) });
  } catch (error) {
    send({ type: 'failed', id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** One page at a time: what bundles keep of a page is theirs alone. */
let last = Promise.resolve();

process.on('message', (message: ToWorker) => {
  if (message.type === 'render') last = last.then(() => render(message));
  else {
    asked.get(message.id)?.(message.value);
    asked.delete(message.id);
  }
});

send({ type: 'ready' });
