import { APP_KEY_HEADER } from '@solvent/contracts';
import type { FailureBody } from '@solvent/contracts';
import { clearSession, getSession, revokeSession } from '@solvent/store';
import axios from 'axios';
import type { AxiosInstance, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { ApiError, NETWORK_ERROR } from './api-error.ts';
import { reportResponse, reportNoResponse, watchRequest } from './connection.ts';
import { getRuntimeConfig } from './runtime-config.ts';

const watchEnds = new WeakMap<InternalAxiosRequestConfig, () => void>();

function endWatch(config: InternalAxiosRequestConfig | undefined): void {
  if (config) watchEnds.get(config)?.();
}

/** Requests aborted because the connection was lost. */
const lostRequests = new WeakSet<InternalAxiosRequestConfig>();

/** @returns aborts the request; undefined for uploads and downloads, which can saturate the connection themselves */
function createLossAbort(config: InternalAxiosRequestConfig): (() => void) | undefined {
  if (config.data instanceof FormData || config.onDownloadProgress) return undefined;
  const { signal } = config;
  const controller = new AbortController();
  if (signal?.aborted) controller.abort();
  signal?.addEventListener?.('abort', () => controller.abort());
  config.signal = controller.signal;
  return () => {
    lostRequests.add(config);
    controller.abort();
  };
}

function addHeaders(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  config.headers.set(APP_KEY_HEADER, getRuntimeConfig().appKey);
  const token = getSession().userData?.token;
  if (token && !config.headers.has('Authorization')) config.headers.set('Authorization', `Bearer ${token}`);
  watchEnds.set(config, watchRequest(createLossAbort(config)));
  return config;
}

/** A body with `status: false` is a failure at any HTTP status (product 5.5). */
function rejectFalseStatus(response: AxiosResponse<unknown>): AxiosResponse<unknown> {
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

/** Ends the current session, unless the rejected request had another token. */
function endRefusedSession(config: InternalAxiosRequestConfig | undefined): void {
  const token = getSession().userData?.token;
  if (!token || config?.headers.get('Authorization') !== `Bearer ${token}`) return;
  clearSession();
  revokeSession(token);
}

/** Converts failed requests to {@link ApiError}; aborts and programming errors stay unchanged. */
function rejectTyped(error: unknown): never {
  if (axios.isAxiosError(error)) endWatch(error.config);
  const isLost = axios.isAxiosError(error) && error.config !== undefined && lostRequests.has(error.config);
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
  client.interceptors.response.use(rejectFalseStatus, rejectTyped);
  return client;
}

/** The page's axios client: rejects with {@link ApiError}, signs out on 401 (product 8.1). */
export const http: AxiosInstance = createClient();

/** Returns whether a request was aborted on purpose, which is not shown (product 8.2). */
export const isAborted = (error: unknown): boolean => axios.isCancel(error);
