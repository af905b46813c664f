import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';

export interface RequestOptions {
  method?: string;
  path: string;
  /** Client address that the request reports as forwarded. */
  ip: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  json?: string | object;
  form?: FormPart[];
  timeout?: number;
}

export interface FormPart {
  name: string;
  text?: string;
  file?: { name: string; type: string; bytes: Buffer };
}

export interface HttpResponse {
  /** 0 without a response; `text` has the error. */
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
  /** From the first byte sent to the last one received. */
  milliseconds: number;
}

const TIMEOUT_MS = 120_000;
const BOUNDARY = '----solvent-attack';

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function formatPartHead({ name, file }: FormPart): string {
  const about = file ? `; filename="${file.name}"\r\nContent-Type: ${file.type}` : '';
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`;
}

const encodeForm = (form: FormPart[]): Buffer[] => [
  ...form.flatMap((part) => [
    Buffer.from(formatPartHead(part)),
    part.file?.bytes ?? Buffer.from(part.text ?? ''),
    Buffer.from('\r\n'),
  ]),
  Buffer.from(`--${BOUNDARY}--\r\n`),
];

function encodeBody({ json, form }: RequestOptions): { type: string; chunks: Buffer[] } | undefined {
  if (form !== undefined) return { type: `multipart/form-data; boundary=${BOUNDARY}`, chunks: encodeForm(form) };
  if (json === undefined) return undefined;
  return { type: 'application/json', chunks: [Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))] };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  // Without an encoding, the stream yields buffers.
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Sends a request. Never rejects: an error resolves with status 0. */
export function sendRequest(url: string, options: RequestOptions): Promise<HttpResponse> {
  const { method = 'GET', path, ip, token, timeout = TIMEOUT_MS } = options;
  const startedAt = performance.now();
  const body = encodeBody(options);
  const length = body?.chunks.reduce((sum, { length: bytes }) => sum + bytes, 0);
  return new Promise((resolve) => {
    const end = (result: Omit<HttpResponse, 'milliseconds'>) =>
      resolve({ ...result, milliseconds: performance.now() - startedAt });
    const fail = (error: Error) => end({ status: 0, text: error.message, headers: {} });
    const outgoing = request(new URL(path, url), {
      method,
      agent,
      headers: {
        'x-app-key': 'solvent-web',
        'x-forwarded-for': ip,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': body.type, 'content-length': length }),
        ...options.headers,
      },
      signal: AbortSignal.timeout(timeout),
    });
    outgoing.once('response', (response) => {
      const { statusCode = 0, headers } = response;
      readText(response).then((text) => end({ status: statusCode, text, headers }), fail);
    });
    // A server may respond before it has read the whole body.
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close an idle connection at the moment when a request reuses it. It has not received the request.
      const wasIdle = outgoing.reusedSocket && body === undefined && error.code === 'ECONNRESET';
      if (wasIdle) resolve(sendRequest(url, options));
      else fail(error);
    });
    if (body) pipeline(Readable.from(body.chunks), outgoing, () => undefined);
    else outgoing.end();
  });
}

/** @returns the JSON body, or an empty object if it is none. The caller names its type. */
export function parseJson<Body extends object>({ text }: HttpResponse): Partial<Body> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

export const isRefused = ({ status }: HttpResponse): boolean => status >= 400 && status < 500;

/** Formats the number of each status or error: `201 ×58, socket hang up ×2`. */
export function formatStatuses(responses: readonly HttpResponse[]): string {
  const counts = new Map<number | string, number>();
  for (const { status, text } of responses) counts.set(status || text, (counts.get(status || text) ?? 0) + 1);
  return [...counts].map(([result, count]) => (count === 1 ? `${result}` : `${result} ×${count}`)).join(', ');
}

export const countStatuses = (responses: readonly HttpResponse[], ...statuses: number[]): number =>
  responses.filter(({ status }) => statuses.includes(status)).length;
