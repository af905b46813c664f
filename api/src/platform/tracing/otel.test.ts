import { randomBytes } from 'node:crypto';
import { createLogger } from '../log.ts';
import { startTraceReceiver } from '../../testing/trace-receiver.ts';
import { startOpenTelemetry } from './otel.ts';

describe('traces that clients request', () => {
  const traceparent = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
  const createReport = () => {
    const at = new Date();
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    return { traceId, spanId, name: 'click', attributes: {}, start: at, end: at };
  };

  it('are kept up to a limit; our own continuations always, and other traces by the sampling ratio', async () => {
    const receiver = await startTraceReceiver();
    const settings = { endpoint: receiver.endpoint, serviceName: 'test', ratio: 0 };
    const tracer = await startOpenTelemetry(settings, createLogger({ logLevel: 'silent' }));
    for (let times = 0; times < 300; times += 1) {
      tracer.begin({ name: 'request', kind: 'server' }, traceparent()).end();
      tracer.begin({ name: 'deliver', kind: 'consumer' }, traceparent()).end();
      tracer.begin({ name: 'untraced', kind: 'server' }, undefined).end();
      tracer.report(createReport());
    }
    await tracer.close();
    await receiver.close();
    const count = (spanName: string) => receiver.spans.filter(({ name }) => name === spanName).length;
    expect([count('deliver'), count('untraced')]).toEqual([300, 0]);
    for (const spanName of ['request', 'click']) {
      expect(count(spanName)).toBeGreaterThanOrEqual(60);
      expect(count(spanName)).toBeLessThan(300);
    }
  });
});
