import type { RuntimeConfig, ServedPage } from '@solvent/contracts';
import type { Thing } from 'schema-dts';
import type { ChannelDocument, RemoteBuild } from './manifest/channel.ts';
import type { PageTarget, Remote } from './remote.ts';

/** Where a page is shown, as its head is made. */
export interface HeadTarget extends PageTarget {
  /** The site's, such as `https://solvent.example`: what leaves the page (JSON-LD) names whole addresses. */
  origin: string;
}

/** What the head of a page says to search engines and link previews. */
export interface PageHead {
  /** "Problems" is shown as "Problems · Solvent". */
  title: string;
  /** A sentence or two. */
  description: string;
  /** The path, and query, that stands for all addresses of the same page; by default the path that was asked for. */
  canonical?: string;
  /** Path of a picture of 1200 × 630 pixels for link previews. */
  picture?: string;
  /** Open Graph's type. */
  type?: 'website' | 'article' | 'profile';
  /** What it is in the words of schema.org. */
  data?: Exclude<Thing, string>;
  /** True: search engines do not list it. */
  isUnlisted?: boolean;
}

/**
 * What a remote's `src/server.ts` exports by default: the remote, and what only a server needs of its pages. Its code never comes to a
 * browser, so a head costs nobody bytes.
 */
export interface ServerRemote extends Remote {
  /**
   * By the names of pages whose paths say `"render": "public"`. One that asks the API may throw what that throws: of what is not
   * there, the page has the status 404.
   */
  heads: Record<string, (target: HeadTarget) => PageHead | Promise<PageHead>>;
}

/** A page that somebody without a session asks for. */
export interface RenderRequest {
  /** Path and query. */
  url: string;
  origin: string;
  channel: ChannelDocument;
  config: RuntimeConfig;
  /** When it is made, in milliseconds since the epoch. */
  at: number;
}

/** What the server gives to the shell's server bundle. */
export interface RenderHost {
  /**
   * The exports of a remote's server bundle.
   * @param singletons what it takes by `require`, by name
   */
  evaluate: (build: RemoteBuild, singletons: ReadonlyMap<string, unknown>) => Promise<unknown>;
  /** `GET` of the API, as the visitor. @param path with query, below `/api/` */
  get: (path: string) => Promise<{ status: number; body: string }>;
}

/** What stands in the page's root before any script of the browser's runs. */
export interface RenderedBody {
  html: string;
  /** Style elements, each with the page's placeholder for the nonce. */
  styles: string;
  /** The answers of the API that it shows. */
  queries: ServedPage['queries'];
}

/** A page, as far as it is made before any browser has it. */
export interface RenderedPage {
  /** 404 where the API has no such thing, 410 where it has no more. */
  status: 200 | 404 | 410;
  /** HTML that goes into `<head>`. */
  head: string;
  /** Absent where there is nothing to show but what every such page does. */
  body?: RenderedBody;
}

/** What the shell's server bundle exports as `render`. One page at a time: its stores are the module's own. */
export type RenderPage = (request: RenderRequest, host: RenderHost) => Promise<RenderedPage>;
