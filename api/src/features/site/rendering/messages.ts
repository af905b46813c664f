import type { RenderedPage, RenderRequest } from '@solvent/federation/rendering';

export interface BundleId {
  name: string;
  version: string;
}

export type WorkerRequest =
  | { type: 'render'; id: number; request: RenderRequest }
  /** Responds to `bundle` or `get`. */
  | { type: 'response'; id: number; value: unknown };

export type WorkerMessage =
  | { type: 'bundle'; id: number; bundle: BundleId }
  | { type: 'get'; id: number; page: number; path: string }
  | { type: 'rendered'; id: number; page: RenderedPage }
  | { type: 'failed'; id: number; error: string; reason: 'page' | 'data' | 'none' };

/** `end`: the page's code crashed or hung the process; `data`: the API failed; `none`: the release has no server bundle. */
export type RenderFailure = Extract<WorkerMessage, { type: 'failed' }>['reason'] | 'end' | 'busy';

export interface ApiResponse {
  status: number;
  body: string;
}
