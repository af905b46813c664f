import { APP_KEY_HEADER } from '@solvent/contracts';
import type { FailureBody } from '@solvent/contracts';
import { clearSession, getSession, revokeSession } from '@solvent/store';
import axios from 'axios';
import type { AxiosInstance, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { ApiError, NETWORK_ERROR } from './api-error.ts';
import { noticeAnswer, noticeSilence, watchCall } from './connection.ts';
import { getRuntimeConfig } from './runtime-config.ts';

/** A network that drops packets never ends a call, and dialogs stay open while theirs runs. */
const TIMEOUT_MS = 30_000;

const watched = new WeakMap<InternalAxiosRequestConfig, () => void>();

function endWatch(config: InternalAxiosRequestConfig | undefined): void {
  if (config) watched.get(config)?.();
}

function addHeaders(config: InternalAxiosRequestConfig): InternalAxiosRequestConfig {
  config.headers.set(APP_KEY_HEADER, getRuntimeConfig().appKey);
  const token = getSession().userData?.token;
  if (token && !config.headers.has('Authorization')) config.headers.set('Authorization', `Bearer ${token}`);
  // An upload takes as long as the connection needs.
  if (config.data instanceof FormData) config.timeout = 0;
  watched.set(config, watchCall());
  return config;
}

/** A body with `status: false` is a failure, whatever the HTTP status (product 5.5). */
function refuseFalseStatus(response: AxiosResponse<unknown>): AxiosResponse<unknown> {
  endWatch(response.config);
  noticeAnswer();
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
  if (axios.isCancel(error) || !axios.isAxiosError<Partial<FailureBody>>(error)) throw error;
  if (!error.response) {
    noticeSilence();
    throw new ApiError(0, 'network', NETWORK_ERROR);
  }
  const { status, data, headers } = error.response;
  if (status === 401) endRefusedSession(error.config);
  throw toApiError(status, data, String(headers['retry-after'] ?? ''));
}

function createClient(): AxiosInstance {
  const client = axios.create({ baseURL: '/api', timeout: TIMEOUT_MS });
  client.interceptors.request.use(addHeaders);
  client.interceptors.response.use(refuseFalseStatus, rejectTyped);
  return client;
}

/**
 * The axios client of the whole page: base `/api`, access and bearer headers, one typed error
 * ({@link ApiError}), sign-out on 401 (product 8.1). Long downloads pass `timeout: 0` (product 7.1). Aborted calls reject with axios's cancel error.
 */
export const http: AxiosInstance = createClient();

/** True for a call that was aborted on purpose: nobody is told (product 8.2). */
export const isAborted = (error: unknown): boolean => axios.isCancel(error);
