import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>;

/** Module Federation's container: `init` and `get('./remote')`. */
type Container = Exclude<Awaited<ReturnType<LoadEntry>>, void>;

export type Done = (event: Pick<Event, 'type' | 'target'>) => void;

export type BundlerChunk = [ids: unknown[], modules: BundlerRequire['m']];

interface Consumed {
  shareKey: string;
  requiredVersion: string;
  singleton: boolean;
}

/** Used subset of a build's bundler runtime (`__webpack_require__`). */
export interface BundlerRequire {
  /** URL of the folder of its files; ends in `/`. */
  p: string;
  /** Returns a chunk's script name. */
  u: (chunkId: string) => string;
  /** Returns a chunk's stylesheet name; absent if no chunk has styles. */
  k?: (chunkId: string) => string;
  /** Loads the script of a chunk, in development. */
  l?: (url: string, done: Done) => void;
  /** Evaluated modules by id. */
  c: Record<string, { error?: unknown }>;
  /** Module factories by id. */
  m: Record<string, (module: { exports: unknown }) => void>;
  /** Loaders of a chunk's dependencies; each adds promises. */
  f: Record<string, (chunkId: string, promises: Promise<unknown>[]) => void>;
  /** Hashes of chunks by id; absent in development. */
  sriHashes?: Record<string, string>;
  /** Stylesheet hashes by chunk id; absent if no chunk has styles. */
  sriCssHashes?: Record<string, string>;
  consumesLoadingData?: { chunkMapping: Record<string, string[]>; moduleIdToConsumeDataMapping: Record<string, Consumed> };
  initializeExposesData?: { moduleMap: Record<string, () => Promise<() => unknown>> };
  initContainer?: () => void;
  getContainer?: (module: string) => Promise<() => unknown>;
}

/** Script element of a build. Scripts exchange data through it instead of a global, so that two versions never mix (decision 0051). */
export interface FederationScript extends HTMLScriptElement {
  c?: { push: (chunk: BundlerChunk) => void };
  attach?: (require: BundlerRequire, own: FederationScript) => void;
  container?: Container;
}
