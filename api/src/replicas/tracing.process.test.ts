import { randomBytes, randomUUID } from 'node:crypto';
import type { Message } from '@solvent/contracts';
import { outbox } from '../platform/schema.ts';
import { startOpenTelemetry } from '../platform/tracing/otel.ts';
import { setTracer } from '../platform/tracing/tracing.ts';
import type { Tracer } from '../platform/tracing/tracing.ts';
import { createLogger } from '../platform/log.ts';
import { createConversation, send } from '../testing/chat.ts';
import { flushRedis, getTestRedisUrl } from '../testing/redis.ts';
import { createReplica } from '../testing/replicas.ts';
import type { Replica } from '../testing/replicas.ts';
import { received } from '../testing/sockets.ts';
import { getAttributes, getSpanPath, startTraceReceiver } from '../testing/trace-receiver.ts';
import type { SentSpan, TraceReceiver } from '../testing/trace-receiver.ts';

let receiver: TraceReceiver;
let tracer: Tracer;
let server: Replica;
let other: Replica;

const silent = createLogger({ logLevel: 'silent' });
const begin = async () => {
  tracer = await startOpenTelemetry({ endpoint: receiver.endpoint, serviceName: 'test', ratio: 1 }, silent);
  setTracer(tracer);
};

beforeAll(async () => {
  await flushRedis();
  receiver = await startTraceReceiver();
  await begin();
  server = await createReplica(getTestRedisUrl().href);
  other = await createReplica(getTestRedisUrl().href, server);
});
afterEach(async () => {
  receiver.spans.length = 0;
  receiver.accepts = true;
  await begin();
});
afterAll(async () => {
  setTracer(undefined);
  await other.close();
  await server.close();
  await receiver.close();
});

/** A click: what a page sends along with all that it leads to. */
function click() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

/** Settles when the outbox is empty: all events were delivered to every server. */
async function drainOutbox(): Promise<void> {
  if ((await server.app.db.$count(outbox)) > 0) await drainOutbox();
}

/** All that was sent of a trace, once everything is. */
async function sent(traceId: string): Promise<SentSpan[]> {
  await drainOutbox();
  await tracer.close();
  return receiver.spans.filter((span) => span.traceId === traceId);
}

describe('a trace', () => {
  it('leads from a click through the request, SQL and Redis to what is delivered to others', async () => {
    const { seeker, solver, id } = await createConversation(server.app);
    const theirs = await other.sockets.connectAs(solver);
    const { traceId, spanId, headers } = click();
    const notification = received(theirs, 'new_message_notification');
    await send(
      server.app,
      { ...seeker, headers: { ...seeker.headers, ...headers } },
      { conversationId: id, clientId: randomUUID(), content: 'Hello' },
    );
    await notification;
    await server.realtime.flush();
    const spans = await sent(traceId);
    const root = spans.find(({ parentSpanId }) => parentSpanId === spanId);
    expect(root?.name).toBe('POST /api/chat/messages');
    expect(getAttributes(root as SentSpan)).toMatchObject({
      'http.route': '/api/chat/messages',
      'http.response.status_code': 201,
    });
    const paths = spans.map((span) => getSpanPath(span, spans).join(' > '));
    expect(paths).toContain('POST /api/chat/messages > with');
    expect(paths.some((path) => /^POST \/api\/chat\/messages > eval(sha)?$/.test(path))).toBe(true);
    expect(paths).toContain('POST /api/chat/messages > deliver message-stored');
    expect(paths).toContain('POST /api/chat/messages > deliver message-stored > xadd');
  });

  it('goes on with a message over the socket', async () => {
    const { seeker, id } = await createConversation(server.app);
    const own = await server.sockets.connectAs(seeker);
    const { traceId, spanId, headers } = click();
    const body = { conversationId: id, clientId: randomUUID(), content: 'Hello', ...headers };
    const stored = (await own.timeout(30_000).emitWithAck('send_message', body)) as Message;
    expect(stored.content).toBe('Hello');
    await server.realtime.flush();
    const spans = await sent(traceId);
    expect(spans.find(({ name }) => name === 'send_message')?.parentSpanId).toBe(spanId);
    expect(spans.map((span) => getSpanPath(span, spans).join(' > '))).toContain('send_message > deliver message-stored > xadd');
  });

  it('goes on where another server delivers what the first one did not', async () => {
    const { seeker, solver, id } = await createConversation(server.app);
    const { traceId, spanId } = click();
    await send(server.app, seeker, { conversationId: id, clientId: randomUUID(), content: 'Late' });
    const [message] = (await server.app.request('GET', `/api/chat/messages/${id}`, { as: seeker })).body['messages'] as Message[];
    const theirs = await other.sockets.connectAs(solver);
    const again = received(theirs, 'message');
    await server.app.db.$client.query(
      `INSERT INTO outbox (id, topic, payload, due_at, trace) VALUES (gen_random_uuid(), 'message-stored', $1, now() - interval '1 second', $2)`,
      [{ messageId: message?._id }, `00-${traceId}-${spanId}-01`],
    );
    await again;
    const spans = await sent(traceId);
    expect(spans.find(({ name }) => name === 'deliver message-stored')?.parentSpanId).toBe(spanId);
  });

  it('is kept with what is to be delivered of a message, for whoever does', async () => {
    const { $client: pool } = server.app.db;
    await pool.query(`
      CREATE TABLE noted (topic text, trace text);
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO noted VALUES (NEW.topic, NEW.trace); RETURN NEW; END';
      CREATE TRIGGER note AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION note()`);
    const { seeker, id } = await createConversation(server.app);
    const { traceId, headers } = click();
    const as = { ...seeker, headers: { ...seeker.headers, ...headers } };
    await send(server.app, as, { conversationId: id, clientId: randomUUID(), content: 'Kept' });
    await send(server.app, seeker, { conversationId: id, clientId: randomUUID(), content: 'Of no trace that is kept' });
    const { rows } = await pool.query<{ trace: string }>(`SELECT trace FROM noted WHERE topic = 'message-stored'`);
    await pool.query('DROP TRIGGER note ON outbox; DROP FUNCTION note; DROP TABLE noted');
    expect(rows[0]?.trace).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(rows[1]?.trace).not.toContain(traceId);
  });

  it('tells nobody’s words, parameters or addresses', async () => {
    const { seeker, id } = await createConversation(server.app);
    const { traceId, headers } = click();
    const as = { ...seeker, headers: { ...seeker.headers, ...headers } };
    await send(server.app, as, { conversationId: id, clientId: randomUUID(), content: 'A secret of mine' });
    await server.app.request('GET', `/api/chat/messages/${id}?search=whisper`, { as });
    const text = JSON.stringify(await sent(traceId));
    expect(text).toContain('/api/chat/messages/:');
    for (const secret of ['A secret of mine', 'whisper', id, seeker.user.id, seeker.user.email])
      expect(text).not.toContain(secret);
  });

  it('begins with the request where nobody sent one, and with nonsense', async () => {
    await server.app.request('GET', '/api/problems', { headers: { traceparent: `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01` } });
    await tracer.close();
    const request = receiver.spans.find(({ name }) => name === 'GET /api/problems');
    expect(request?.parentSpanId ?? '').toBe('');
    expect(request?.traceId).not.toMatch(/^0+$/);
  });

  it('is not kept where the page says so', async () => {
    const { traceId, spanId } = click();
    await server.app.request('GET', '/api/problems', { headers: { traceparent: `00-${traceId}-${spanId}-00` } });
    expect(await sent(traceId)).toEqual([]);
  });

  it('has the reference of what failed, which the log has together with the trace', async () => {
    const { traceId, headers } = click();
    const pool = server.app.db.$client;
    const { query, connect } = pool;
    const fail = () => Promise.reject(new Error('no such luck'));
    Object.assign(pool, { query: fail, connect: fail });
    const { status, body } = await server.app.request('GET', `/api/problems/${randomUUID()}`, { headers });
    Object.assign(pool, { query, connect });
    expect(status).toBe(500);
    const spans = await sent(traceId);
    expect(getAttributes(spans.find(({ name }) => name === 'GET /api/problems/:id') as SentSpan)).toMatchObject({
      'solvent.reference': body['reference'],
    });
    const lines = server.logLines().filter((line) => line.includes(`"reference":"${String(body['reference'])}"`));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain(`"trace":"${traceId}"`);
  });
});

it('answers go on while nobody takes the traces, and the log says so once', async () => {
  receiver.accepts = false;
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
  setTracer((tracer = await startOpenTelemetry({ endpoint: receiver.endpoint, serviceName: 'test', ratio: 1 }, log)));
  expect((await server.app.request('GET', '/api/problems')).status).toBe(200);
  await tracer.close();
  expect(lines.filter((line) => line.includes('Traces are not taken'))).toHaveLength(1);
});
