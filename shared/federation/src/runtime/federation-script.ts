import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>;

/** A remote's container, as Module Federation's protocol has it: `init`, and `get` by an exposed name such as `./remote`. */
type Container = Exclude<Awaited<ReturnType<LoadEntry>>, void>;

/** Reports the outcome of a script to the bundler. */
export type Done = (event: Pick<Event, 'type' | 'target'>) => void;

/** A chunk: its ids and its module factories. */
export type BundlerChunk = [ids: unknown[], modules: BundlerRequire['m']];

/** A singleton that a build uses. */
interface Consumed {
  shareKey: string;
  requiredVersion: string;
  singleton: boolean;
}

/**
 * The used part of a build's bundler runtime (`__webpack_require__`). Each build in the page has its own.
 */
export interface BundlerRequire {
  /** Address of the folder of its files; ends in `/`. */
  p: string;
  /** Name of the script of a chunk. */
  u: (chunkId: string) => string;
  /** Name of the styles of a chunk; absent if no chunk has styles. */
  k?: (chunkId: string) => string;
  /** Loads the script of a chunk, in development. */
  l?: (url: string, done: Done) => void;
  /** Evaluated modules by id. */
  c: Record<string, { error?: unknown }>;
  /** Module factories by id. */
  m: Record<string, (module: { exports: unknown }) => void>;
  /** Ids of the modules of the late part of an entry, in evaluation order (evaluation-order-plugin.mjs). */
  evaluationOrder?: readonly number[];
  /** Loaders of a chunk's dependencies; each adds promises. */
  f: Record<string, (chunkId: string, promises: Promise<unknown>[]) => void>;
  /** Hashes of chunks by id; absent in development. */
  sriHashes?: Record<string, string>;
  /** Hashes of the styles of chunks by id; absent if no chunk has styles. */
  sriCssHashes?: Record<string, string>;
  /** The singletons of each chunk. */
  consumesLoadingData?: { chunkMapping: Record<string, string[]>; moduleIdToConsumeDataMapping: Record<string, Consumed> };
  /** The exposed modules. */
  initializeExposesData?: { moduleMap: Record<string, () => Promise<() => unknown>> };
  initContainer?: () => void;
  getContainer?: (module: string) => Promise<() => unknown>;
}

/**
 * A script element of a build. Scripts exchange data through their element instead of a global, so that two versions in one page
 * never mix (docs/decisions/0051-files-named-by-content.md).
 */
export interface FederationScript extends HTMLScriptElement {
  /** Receives the chunk for its build. */
  c?: { push: (chunk: BundlerChunk) => void };
  /** Connects an entry to the page. */
  attach?: (require: BundlerRequire, own: FederationScript) => void;
  /** The container that an entry exports. */
  container?: Container;
}
