import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>;

/** A remote's container, as Module Federation's protocol has it: `init`, and `get` by an exposed name such as `./remote`. */
type Container = Exclude<Awaited<ReturnType<LoadEntry>>, void>;

/** Tells the bundler what came of a script. */
export type Done = (event: Pick<Event, 'type' | 'target'>) => void;

/** What a chunk gives: its ids, and what makes its modules. */
export type BundlerChunk = [ids: unknown[], modules: BundlerRequire['m']];

/** What a build says of a singleton that it takes. */
interface Consumed {
  shareKey: string;
  requiredVersion: string;
  singleton: boolean;
}

/**
 * A build's own `require`, and what the bundler's plugins put on it; only what is used of it. There is one for each build in
 * the page, and each finds its own chunks, modules and singletons.
 */
export interface BundlerRequire {
  /** Address of the folder that its files are in; ends in `/`. */
  p: string;
  /** Name of the script of a chunk. */
  u: (chunkId: string) => string;
  /** Name of the styles of a chunk; absent where none has any. */
  k?: (chunkId: string) => string;
  /** Loads the script of a chunk, in development. */
  l?: (url: string, done: Done) => void;
  /** Modules that were evaluated, by id. */
  c: Record<string, { error?: unknown }>;
  /** What makes modules, by id. */
  m: Record<string, (module: { exports: unknown }) => void>;
  /** Ids of modules, such that evaluating one after the other evaluates the late part of an entry (evaluation-order-plugin.mjs). */
  evaluationOrder?: readonly number[];
  /** What has to be there before a chunk's modules can be: each adds promises. */
  f: Record<string, (chunkId: string, promises: Promise<unknown>[]) => void>;
  /** Hashes of chunks by id; absent in development. */
  sriHashes?: Record<string, string>;
  /** Hashes of the styles of chunks by id; absent if no chunk has styles. */
  sriCssHashes?: Record<string, string>;
  /** Which modules of which chunks are singletons. */
  consumesLoadingData?: { chunkMapping: Record<string, string[]>; moduleIdToConsumeDataMapping: Record<string, Consumed> };
  /** What the build exposes. */
  initializeExposesData?: { moduleMap: Record<string, () => Promise<() => unknown>> };
  initContainer?: () => void;
  getContainer?: (module: string) => Promise<() => unknown>;
}

/**
 * A script element of a build. What a script needs and what it gives goes through its own element, never through a global
 * (docs/decisions/0051-files-named-by-content.md): so one file serves several versions in one page, and two versions never mix.
 */
export interface FederationScript extends HTMLScriptElement {
  /** Takes in chunks, for the build that asked for them: a chunk adds itself. */
  c?: { push: (chunk: BundlerChunk) => void };
  /** Lets an entry take part in the page. */
  attach?: (require: BundlerRequire, own: FederationScript) => void;
  /** What an entry gives back. */
  container?: Container;
}
