import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';

/** A request. */
export interface RequestOptions {
  method?: string;
  path: string;
  /** The address it seems to come from. */
  ip: string;
  /** Somebody's session. */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** JSON as it is sent, or an object to be said in JSON. */
  json?: string | object;
  /** Parts of a form; bytes are sent as they are, one behind the other. */
  form?: FormPart[];
  /** How long is waited for an answer (ms). */
  timeout?: number;
}

/** A part of a form: a text, or a file. */
export interface FormPart {
  name: string;
  text?: string;
  file?: { name: string; type: string; bytes: Buffer };
}

/** What was answered. */
export interface HttpResponse {
  /** 0: nothing; `text` says why. */
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
  /** From the first byte sent to the last one heard. */
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
  ...form.flatMap((part) => [Buffer.from(formatPartHead(part)), part.file?.bytes ?? Buffer.from(part.text ?? ''), Buffer.from('\r\n')]),
  Buffer.from(`--${BOUNDARY}--\r\n`),
];

function encodeBody({ json, form }: RequestOptions): { type: string; chunks: Buffer[] } | undefined {
  if (form !== undefined) return { type: `multipart/form-data; boundary=${BOUNDARY}`, chunks: encodeForm(form) };
  if (json === undefined) return undefined;
  return { type: 'application/json', chunks: [Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))] };
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  // A stream of bytes gives bytes.
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Asks a server, and never throws: what breaks is an answer, too. @param url where it is */
export function sendRequest(url: string, options: RequestOptions): Promise<HttpResponse> {
  const { method = 'GET', path, ip, token, timeout = TIMEOUT_MS } = options;
  const startedAt = performance.now();
  const body = encodeBody(options);
  const length = body?.chunks.reduce((sum, { length: bytes }) => sum + bytes, 0);
  return new Promise((resolve) => {
    const end = (answer: Omit<HttpResponse, 'milliseconds'>) => resolve({ ...answer, milliseconds: performance.now() - startedAt });
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
    // After an early answer nobody minds that the rest was not taken.
    outgoing.on('error', fail);
    if (body) pipeline(Readable.from(body.chunks), outgoing, () => undefined);
    else outgoing.end();
  });
}

/** What an answer says in JSON; an empty object where it is none. The caller names its type. */
export function parseJson<Body extends object>({ text }: HttpResponse): Partial<Body> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** Whether a request was turned down for what it is or how often it came. */
export const isRefused = ({ status }: HttpResponse): boolean => status >= 400 && status < 500;

/** `201 ×58, 429 ×2`. */
export function formatStatuses(responses: readonly HttpResponse[]): string {
  const counts = new Map<number, number>();
  for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => (count === 1 ? `${status}` : `${status} ×${count}`)).join(', ');
}

/** How many answers have a status. */
export const countStatuses = (responses: readonly HttpResponse[], ...statuses: number[]): number =>
  responses.filter(({ status }) => statuses.includes(status)).length;
