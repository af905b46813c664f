import { APP_KEY_HEADER } from '@solvent/contracts';
import type { FailureBody } from '@solvent/contracts';
import { clearSession, getSession, revokeSession } from '@solvent/store';
import axios from 'axios';
import type { AxiosInstance, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { ApiError, NETWORK_ERROR } from './api-error.ts';
import { reportResponse, reportNoResponse, watchRequest } from './connection.ts';
import { getRuntimeConfig } from './runtime-config.ts';

const watched = new WeakMap<InternalAxiosRequestConfig, () => void>();

function endWatch(config: InternalAxiosRequestConfig | undefined): void {
  if (config) watched.get(config)?.();
}

/** Calls that were ended because the connection is lost. */
const lost = new WeakSet<InternalAxiosRequestConfig>();

/** @returns a function that ends the call; undefined for uploads and downloads, which may be what keeps the connection busy */
function endOnLoss(config: InternalAxiosRequestConfig): (() => void) | undefined {
  if (config.data instanceof FormData || config.onDownloadProgress) return undefined;
  const { signal } = config;
  const ending = new AbortController();
  if (signal?.aborted) ending.abort();
  signal?.addEventListener?.('abort', () => ending.abort());
  config.signal = ending.signal;
  return () => {
    lost.add(config);
    ending.abort();
  };
}

function addHeaders(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  config.headers.set(APP_KEY_HEADER, getRuntimeConfig().appKey);
  const token = getSession().userData?.token;
  if (token && !config.headers.has('Authorization')) config.headers.set('Authorization', `Bearer ${token}`);
  watched.set(config, watchRequest(endOnLoss(config)));
  return config;
}

/** A body with `status: false` is a failure, whatever the HTTP status (product 5.5). */
function refuseFalseStatus(response: AxiosResponse<unknown>): AxiosResponse<unknown> {
  endWatch(response.config);
  reportResponse();
  const body = response.data;
  if (typeof body === 'object' && body !== null && 'status' in body && body.status === false) {
    throw toApiError(response.status, body as Partial<FailureBody>);
  }
  return response;
}

function toApiError(status: number, body: Partial<FailureBody> | undefined, retryAfter?: string): ApiError {
  const seconds = Number(retryAfter);
  return new ApiError(
    status,
    body?.code ?? 'unknown',
    body?.message || NETWORK_ERROR,
    body?.errors,
    Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    body?.reference,
  );
}

/** Ends the session that was refused. A request that carried another token than today's says nothing about today's session. */
function endRefusedSession(config: InternalAxiosRequestConfig | undefined): void {
  const token = getSession().userData?.token;
  if (!token || config?.headers.get('Authorization') !== `Bearer ${token}`) return;
  clearSession();
  revokeSession(token);
}

/** What is no failure of the call (an abort, a fault of our own) stays what it is. */
function rejectTyped(error: unknown): never {
  if (axios.isAxiosError(error)) endWatch(error.config);
  const isLost = axios.isAxiosError(error) && error.config !== undefined && lost.has(error.config);
  if ((axios.isCancel(error) && !isLost) || !axios.isAxiosError<Partial<FailureBody>>(error)) throw error;
  if (!error.response) {
    reportNoResponse();
    throw new ApiError(0, 'network', NETWORK_ERROR);
  }
  const { status, data, headers } = error.response;
  if (status === 401) endRefusedSession(error.config);
  throw toApiError(status, data, String(headers['retry-after'] ?? ''));
}

function createClient(): AxiosInstance {
  const client = axios.create({ baseURL: '/api' });
  client.interceptors.request.use(addHeaders);
  client.interceptors.response.use(refuseFalseStatus, rejectTyped);
  return client;
}

/**
 * The axios client of the whole page: base `/api`, access and bearer headers, one typed error
 * ({@link ApiError}), sign-out on 401 (product 8.1). Aborted calls reject with axios's cancel error.
 */
export const http: AxiosInstance = createClient();

/** True for a call that was aborted on purpose: nobody is told (product 8.2). */
export const isAborted = (error: unknown): boolean => axios.isCancel(error);
