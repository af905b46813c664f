import type { RuntimeConfig, ServedPage } from '@solvent/contracts';
import type { Thing } from 'schema-dts';
import type { ChannelDocument, RemoteBuild } from './manifest/channel.ts';
import type { PageTarget, Remote } from './remote.ts';

export interface HeadTarget extends PageTarget {
  /** Such as `https://solvent.example`, for absolute URLs in JSON-LD. */
  origin: string;
}

export interface PageHead {
  /** "Problems" is shown as "Problems · Solvent". */
  title: string;
  description: string;
  /** Path and query; default: the requested path. */
  canonical?: string;
  /** Path of a link preview of 1200 × 630 pixels. */
  picture?: string;
  type?: 'website' | 'article' | 'profile';
  data?: Exclude<Thing, string>;
  isUnlisted?: boolean;
}

/** Default export of a remote's `src/server.ts`, which browsers never load. */
export interface ServerRemote extends Remote {
  /** By pages with `"render": "public"`. May throw API errors: a 404 becomes the status of the page. */
  heads: Record<string, (target: HeadTarget) => PageHead | Promise<PageHead>>;
}

export interface RenderRequest {
  /** Path and query. */
  url: string;
  origin: string;
  channel: ChannelDocument;
  config: RuntimeConfig;
  /** Milliseconds since the epoch. */
  at: number;
  /** Renders the frame for a signed-in user. The page has the content for visitors, as the user's own data is unknown. */
  isSignedIn: boolean;
}

export interface RenderHost {
  /** Returns the exports of a server bundle. @param singletons modules for its `require`, by name */
  evaluate: (build: RemoteBuild, singletons: ReadonlyMap<string, unknown>) => Promise<unknown>;
  /** Sends `GET` to the API as the visitor. @param path with query, below `/api/` */
  get: (path: string) => Promise<{ status: number; body: string }>;
}

export interface RenderedBody {
  html: string;
  /** Style elements with a nonce placeholder. */
  styles: string;
  queries: ServedPage['queries'];
  /** Nothing to read until the browser has replaced it. */
  isSkeleton?: boolean;
}

export interface RenderedPage {
  /** 404 if the API has no such resource, 410 if it was removed. */
  status: 200 | 404 | 410;
  head: string;
  /** Absent if the page has no content of its own. */
  body?: RenderedBody;
}

/** `render` of the shell's server bundle. Renders one page at a time because stores are module globals. */
export type RenderPage = (request: RenderRequest, host: RenderHost) => Promise<RenderedPage>;
