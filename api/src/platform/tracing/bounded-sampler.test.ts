import { randomBytes } from 'node:crypto';
import { createLogger } from '../log.ts';
import { startTraceReceiver } from '../../testing/trace-receiver.ts';
import { keepAtMost } from './bounded-sampler.ts';
import { startOpenTelemetry } from './otel.ts';

it('a bound lets some through at once, then so many a second, and no more for having been left alone', () => {
  let now = 0;
  const mayKeep = keepAtMost(2, 3, () => now);
  const count = () => Array.from({ length: 10 }, mayKeep).filter(Boolean).length;
  expect(count()).toBe(3);
  now += 1000;
  expect(count()).toBe(2);
  now += 60_000;
  expect(count()).toBe(3);
});

describe('traces that callers ask for', () => {
  const traceparent = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
  const reported = () => {
    const at = new Date();
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    return { traceId, spanId, name: 'click', attributes: {}, start: at, end: at };
  };

  it('are kept up to a bound, whatever they ask; those of our own rows always, and those of nobody by their share', async () => {
    const receiver = await startTraceReceiver();
    const settings = { endpoint: receiver.endpoint, serviceName: 'test', ratio: 0 };
    const tracer = await startOpenTelemetry(settings, createLogger({ logLevel: 'silent' }));
    for (let times = 0; times < 300; times += 1) {
      tracer.begin({ name: 'request', kind: 'server' }, traceparent()).end();
      tracer.begin({ name: 'deliver', kind: 'consumer' }, traceparent()).end();
      tracer.begin({ name: 'nobody', kind: 'server' }, undefined).end();
      tracer.report(reported());
    }
    await tracer.close();
    await receiver.close();
    const count = (sort: string) => receiver.spans.filter(({ name }) => name === sort).length;
    expect([count('deliver'), count('nobody')]).toEqual([300, 0]);
    for (const sort of ['request', 'click']) {
      expect(count(sort)).toBeGreaterThanOrEqual(60);
      expect(count(sort)).toBeLessThan(300);
    }
  });
});
