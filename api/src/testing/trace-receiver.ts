import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenLocally } from './listen.ts';

export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

interface SentTraces {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}

export interface TraceReceiver {
  endpoint: string;
  spans: SentSpan[];
  /** False responds with 400. */
  accepts: boolean;
  close(): Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: SentSpan[] = [];
  const receiver = { accepts: true };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const sent = body as SentTraces;
      if (receiver.accepts && request.url === '/v1/traces')
        spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(receiver.accepts ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await listenLocally(server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return Object.assign(receiver, { endpoint: `http://127.0.0.1:${port}`, spans, close });
}

export const getAttributes = ({ attributes }: SentSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** @returns the names of a span's ancestors and its own */
export function getSpanPath(span: SentSpan, spans: readonly SentSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? getSpanPath(parent, spans) : []), span.name];
}
