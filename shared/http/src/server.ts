import type { RuntimeConfig, ServedPage } from '@solvent/contracts';
import { AxiosError } from 'axios';
import type { AxiosAdapter } from 'axios';
import { http } from './client.ts';
import { queryClient } from './query-client.ts';
import { setRuntimeConfig } from './runtime-config.ts';
import { setRenderedAt } from './served-page.ts';

/** `GET` of the API. @param path with query, from the root of the site */
type Get = (path: string) => Promise<{ status: number; body: string }>;

const adapterOf =
  (get: Get): AxiosAdapter =>
  async (config) => {
    if (config.method?.toLowerCase() !== 'get') throw new Error(`A server only reads: ${config.method} ${config.url}.`);
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

/** Lets go of what could not be had: the browser asks for it anew, and both show that it is on its way. */
export function removeFailedQueries(): void {
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' });
}

/** What the query cache knows of this page, for the browser's. */
export const getServedQueries = (): ServedPage['queries'] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.status === 'success' ? [{ key: queryKey, data: state.data }] : []));

/**
 * On a server, before each page: settings and answers are of that page, and nothing is known from the one before.
 * @param at when it is made (ms since the epoch)
 */
export function startServerRender(config: RuntimeConfig, at: number, get: Get): void {
  setRuntimeConfig(config);
  http.defaults.adapter = adapterOf(get);
  queryClient.clear();
  // Who waits for a page has no time for a second try.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  setRenderedAt(at);
}
