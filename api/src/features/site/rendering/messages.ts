import type { RenderedPage, RenderRequest } from '@solvent/federation/rendering';

/** What of a release can be evaluated: `shell`, or a remote's name. */
export interface BundleId {
  name: string;
  version: string;
}

/** What the process that makes pages is sent. */
export type WorkerRequest =
  | { type: 'render'; id: number; request: RenderRequest }
  /** To what it asked for; `value` absent: there is none. */
  | { type: 'answer'; id: number; value: unknown };

/** What it sends. */
export type WorkerMessage =
  | { type: 'bundle'; id: number; bundle: BundleId }
  | { type: 'get'; id: number; page: number; path: string }
  | { type: 'rendered'; id: number; page: RenderedPage }
  | { type: 'failed'; id: number; error: string; reason: 'page' | 'data' | 'none' };

/**
 * Why a page could not be made: its own code failed, and would again; that code took the whole process with it, or hung; it asked the
 * API for something that it did not get; the release has no bundle for servers; this server has no room for it at the moment.
 */
export type RenderFailure = Extract<WorkerMessage, { type: 'failed' }>['reason'] | 'end' | 'busy';

/** Answer to `get`; absent where the API took too long. */
export interface ApiResponse {
  status: number;
  body: string;
}
