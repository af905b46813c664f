import type { RuntimeConfig, ServedPage } from '@solvent/contracts';
import { AxiosError } from 'axios';
import type { AxiosAdapter } from 'axios';
import { setServedSession } from '@solvent/store';
import { http } from './client.ts';
import { queryClient } from './query-client.ts';
import { setRuntimeConfig } from './runtime-config.ts';
import { setRenderedAt } from './served-page.ts';

/** Sends `GET` to the API. @param path with query, from the root of the site */
type Get = (path: string) => Promise<{ status: number; body: string }>;

const createAdapter =
  (get: Get): AxiosAdapter =>
  async (config) => {
    if (config.method?.toLowerCase() !== 'get')
      throw new Error(`Server rendering can only send GET: ${config.method} ${config.url}.`);
    const { status, body } = await get(http.getUri(config));
    const response = { data: readJson(body), status, statusText: '', headers: {}, config };
    if (status < 400) return response;
    throw new AxiosError(`The API answered ${status}.`, AxiosError.ERR_BAD_RESPONSE, config, undefined, response);
  };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Removes failed queries, so that the browser fetches them and both render the loading state. Marks the others as stale for a signed-in
 * user, whose own responses may differ.
 */
export function settleQueries({ isSignedIn }: { isSignedIn: boolean }): void {
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
  if (!isSignedIn) return;
  for (const { queryKey, state } of queryClient.getQueryCache().getAll())
    queryClient.setQueryData(queryKey, state.data, { updatedAt: 0 });
}

export const getServedQueries = (): ServedPage['queries'] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.status === 'success' ? [{ key: queryKey, data: state.data }] : []));

interface ServerRender {
  config: RuntimeConfig;
  /** Render time (ms since the epoch). */
  at: number;
  isSignedIn: boolean;
  get: Get;
}

/** Resets configuration, adapter, cache and session for a server render. */
export function startServerRender({ config, at, isSignedIn, get }: ServerRender): void {
  setRuntimeConfig(config);
  http.defaults.adapter = createAdapter(get);
  queryClient.clear();
  // A retry would delay the response.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  setRenderedAt(at);
  setServedSession(isSignedIn);
}
