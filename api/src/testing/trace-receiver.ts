import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as it is sent by OTLP (JSON). */
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

/** What takes traces, as a collector does. */
export interface TraceReceiver {
  endpoint: string;
  /** All that came, in no order. */
  spans: SentSpan[];
  /** Whether it answers that it takes them. */
  accepts: boolean;
  close(): Promise<void>;
}

/** An OTLP receiver over HTTP. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: SentSpan[] = [];
  const receiver = { accepts: true };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      // What an exporter sends to this path is of this shape.
      const sent = body as SentTraces;
      if (receiver.accepts && request.url === '/v1/traces')
        spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(receiver.accepts ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return Object.assign(receiver, { endpoint: `http://127.0.0.1:${port}`, spans, close });
}

/** A span's attributes by their names. */
export const getAttributes = ({ attributes }: SentSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The names of a span and of those that it is part of, from the first one on. */
export function getSpanPath(span: SentSpan, spans: readonly SentSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? getSpanPath(parent, spans) : []), span.name];
}
