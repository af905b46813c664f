import { ERROR_STATUS } from '@solvent/contracts';
import type { ErrorCode, FieldErrors } from '@solvent/contracts';
import { http } from '@solvent/http';
import { AxiosError, AxiosHeaders } from 'axios';
import type { AxiosResponse, InternalAxiosRequestConfig } from 'axios';

export interface RecordedRequest {
  method: string;
  path: string;
  params: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

type ResponseBody = object | Promise<object>;
interface Upload {
  /** Reports the share of the body that is sent, 0 to 1. */
  progress: (part: number) => void;
}
type Handler = (request: RecordedRequest, upload?: Upload) => ResponseBody;

class Refusal {
  constructor(
    readonly status: number,
    readonly body: object,
    readonly headers: Record<string, string>,
  ) {}
}

export function refuse(code: ErrorCode, message: string, errors?: FieldErrors, headers: Record<string, string> = {}) {
  return new Refusal(ERROR_STATUS[code], { status: false, code, message, ...(errors ? { errors } : {}) }, headers);
}

/** A server error with a reference that users can quote. */
export const brokenServer = (reference: string) =>
  new Refusal(
    500,
    { status: false, code: 'internal', message: 'Something went wrong on our side. Please try again.', reference },
    {},
  );

export const NETWORK_FAILURE = new Refusal(0, {}, {});

function readRequest(config: InternalAxiosRequestConfig): RecordedRequest {
  const data: unknown = config.data;
  return {
    method: (config.method ?? 'get').toUpperCase(),
    path: config.url ?? '',
    params: { ...(config.params as Record<string, unknown> | undefined) },
    headers: { ...config.headers.toJSON() },
    body: typeof data === 'string' && data !== '' ? JSON.parse(data) : data,
  };
}

const createUpload = (config: InternalAxiosRequestConfig): Upload => ({
  progress: (part) =>
    config.onUploadProgress?.({ loaded: part, total: 1, progress: part, bytes: part, lengthComputable: true, upload: true }),
});

function matches(route: string, request: RecordedRequest): boolean {
  const [method, pattern = ''] = route.split(' ');
  const expected = pattern.split('/');
  const actual = request.path.split('/');
  return (
    method === request.method &&
    expected.length === actual.length &&
    expected.every((part, i) => part.startsWith(':') || part === actual[i])
  );
}

function fail(config: InternalAxiosRequestConfig, refusal: Refusal): never {
  if (refusal.status === 0) throw new AxiosError('Network Error', 'ERR_NETWORK', config);
  const response: AxiosResponse = {
    status: refusal.status,
    statusText: '',
    data: refusal.body,
    headers: new AxiosHeaders(refusal.headers),
    config,
  };
  throw new AxiosError('refused', 'ERR_BAD_REQUEST', config, undefined, response);
}

/**
 * Handles the client's requests. Handlers return a body without `status`, bytes, a {@link refuse}d request or
 * {@link NETWORK_FAILURE}. Unhandled requests are rejected, and make `restore` throw.
 */
export function fakeApi(routes: Record<string, Handler>) {
  const requests: RecordedRequest[] = [];
  const unanswered: string[] = [];
  const before = http.defaults.adapter;
  http.defaults.adapter = async (config) => {
    const request = readRequest(config);
    requests.push(request);
    const handler = Object.entries(routes).find(([route]) => matches(route, request))?.[1];
    if (!handler) {
      unanswered.push(`${request.method} ${request.path}`);
      throw new Error(`No answer for ${unanswered.at(-1)}`);
    }
    const answer = await Promise.race([Promise.resolve(handler(request, createUpload(config))), rejectOnAbort(config)]);
    if (answer instanceof Refusal) return fail(config, answer);
    const data = answer instanceof ArrayBuffer ? answer : { status: true, ...answer };
    return { status: 200, statusText: 'OK', data, headers: {}, config };
  };
  const restore = () => {
    http.defaults.adapter = before;
    if (unanswered.length > 0) throw new Error(`No route of fakeApi answers ${unanswered.join(', ')}.`);
  };
  return { requests, restore };
}

function rejectOnAbort(config: InternalAxiosRequestConfig): Promise<never> {
  return new Promise((_resolve, reject) => {
    config.signal?.addEventListener?.('abort', () => reject(new AxiosError('canceled', AxiosError.ERR_CANCELED, config)));
  });
}
