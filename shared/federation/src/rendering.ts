import type { RuntimeConfig, ServedPage } from '@solvent/contracts';
import type { Thing } from 'schema-dts';
import type { ChannelDocument, RemoteBuild } from './manifest/channel.ts';
import type { PageTarget, Remote } from './remote.ts';

/** The page whose head is created. */
export interface HeadTarget extends PageTarget {
  /** Origin of the site, such as `https://solvent.example`, for absolute addresses in JSON-LD. */
  origin: string;
}

/** Metadata of a page for search engines and link previews. */
export interface PageHead {
  /** "Problems" is shown as "Problems · Solvent". */
  title: string;
  /** A sentence or two. */
  description: string;
  /** The canonical path and query of the page; by default the requested path. */
  canonical?: string;
  /** Path of a picture of 1200 × 630 pixels for link previews. */
  picture?: string;
  /** Open Graph's type. */
  type?: 'website' | 'article' | 'profile';
  /** schema.org description. */
  data?: Exclude<Thing, string>;
  /** True: search engines do not list it. */
  isUnlisted?: boolean;
}

/**
 * The default export of a remote's `src/server.ts`: the remote, and what only the server needs. Browsers never load this code.
 */
export interface ServerRemote extends Remote {
  /**
   * By the names of pages with `"render": "public"`. May throw errors of the API: a 404 becomes the status of the page.
   */
  heads: Record<string, (target: HeadTarget) => PageHead | Promise<PageHead>>;
}

/** A visitor's request for a page. */
export interface RenderRequest {
  /** Path and query. */
  url: string;
  origin: string;
  channel: ChannelDocument;
  config: RuntimeConfig;
  /** Time of rendering, in milliseconds since the epoch. */
  at: number;
}

/** The server's functions for the shell's server bundle. */
export interface RenderHost {
  /**
   * Returns the exports of a remote's server bundle.
   * @param singletons modules for its `require`, by name
   */
  evaluate: (build: RemoteBuild, singletons: ReadonlyMap<string, unknown>) => Promise<unknown>;
  /** Sends `GET` to the API as the visitor. @param path with query, below `/api/` */
  get: (path: string) => Promise<{ status: number; body: string }>;
}

/** Server-rendered content of the page's root. */
export interface RenderedBody {
  html: string;
  /** Style elements, each with the page's placeholder for the nonce. */
  styles: string;
  /** The API responses that it shows. */
  queries: ServedPage['queries'];
}

/** A server-rendered page. */
export interface RenderedPage {
  /** 404 if the API has no such resource, 410 if it was removed. */
  status: 200 | 404 | 410;
  /** HTML that goes into `<head>`. */
  head: string;
  /** Absent if the page shows only what all such pages show. */
  body?: RenderedBody;
}

/** `render` of the shell's server bundle. Renders one page at a time because stores are global to the module. */
export type RenderPage = (request: RenderRequest, host: RenderHost) => Promise<RenderedPage>;
