import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';

/** A request. */
export interface Asked {
  method?: string;
  path: string;
  /** The address it seems to come from. */
  from: string;
  /** Somebody's session. */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** JSON as it is sent, or an object to be said in JSON. */
  json?: string | object;
  /** Parts of a form; bytes are sent as they are, one behind the other. */
  form?: Part[];
  /** How long is waited for an answer (ms). */
  timeout?: number;
}

/** A part of a form: a text, or a file. */
export interface Part {
  name: string;
  text?: string;
  file?: { name: string; type: string; bytes: Buffer };
}

/** What was answered. */
export interface Answer {
  /** 0: nothing; `text` says why. */
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
  /** From the first byte sent to the last one heard. */
  milliseconds: number;
}

const TIMEOUT = 120_000;
const BOUNDARY = '----solvent-attack';

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function headOf({ name, file }: Part): string {
  const about = file ? `; filename="${file.name}"\r\nContent-Type: ${file.type}` : '';
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`;
}

const bytesOf = (form: Part[]): Buffer[] => [
  ...form.flatMap((part) => [Buffer.from(headOf(part)), part.file?.bytes ?? Buffer.from(part.text ?? ''), Buffer.from('\r\n')]),
  Buffer.from(`--${BOUNDARY}--\r\n`),
];

function bodyOf({ json, form }: Asked): { type: string; chunks: Buffer[] } | undefined {
  if (form !== undefined) return { type: `multipart/form-data; boundary=${BOUNDARY}`, chunks: bytesOf(form) };
  if (json === undefined) return undefined;
  return { type: 'application/json', chunks: [Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))] };
}

async function heard(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  // A stream of bytes gives bytes.
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Asks a server, and never throws: what breaks is an answer, too. @param url where it is */
export function ask(url: string, asked: Asked): Promise<Answer> {
  const { method = 'GET', path, from, token, timeout = TIMEOUT } = asked;
  const begun = performance.now();
  const body = bodyOf(asked);
  const length = body?.chunks.reduce((sum, { length: bytes }) => sum + bytes, 0);
  return new Promise((resolve) => {
    const end = (answer: Omit<Answer, 'milliseconds'>) => resolve({ ...answer, milliseconds: performance.now() - begun });
    const broken = (error: Error) => end({ status: 0, text: error.message, headers: {} });
    const sent = request(new URL(path, url), {
      method,
      agent,
      headers: {
        'x-app-key': 'solvent-web',
        'x-forwarded-for': from,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': body.type, 'content-length': length }),
        ...asked.headers,
      },
      signal: AbortSignal.timeout(timeout),
    });
    sent.once('response', (response) => {
      const { statusCode = 0, headers } = response;
      heard(response).then((text) => end({ status: statusCode, text, headers }), broken);
    });
    // After an early answer nobody minds that the rest was not taken.
    sent.on('error', broken);
    if (body) pipeline(Readable.from(body.chunks), sent, () => undefined);
    else sent.end();
  });
}

/** What an answer says in JSON; an empty object where it is none. The caller names its type. */
export function said<Found extends object>({ text }: Answer): Partial<Found> {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** Whether a request was turned down for what it is or how often it came. */
export const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500;

/** `201 ×58, 429 ×2`. */
export function counted(answers: readonly Answer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => (count === 1 ? `${status}` : `${status} ×${count}`)).join(', ');
}

/** How many answers have a status. */
export const countOf = (answers: readonly Answer[], ...statuses: number[]): number =>
  answers.filter(({ status }) => statuses.includes(status)).length;
