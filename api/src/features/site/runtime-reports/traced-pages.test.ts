import { startOpenTelemetry } from '../../../platform/tracing/otel.ts';
import { setTracer } from '../../../platform/tracing/tracing.ts';
import { createLogger } from '../../../platform/log.ts';
import { parsePageConfig } from '../../../testing/page-settings.ts';
import { openPage, releasesWithCanary, buildReport } from '../../../testing/runtime-reports.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { getSpanPath, startTraceReceiver } from '../../../testing/trace-receiver.ts';

const TRACE = 'a1'.repeat(16);
const SPAN = 'b2'.repeat(8);
const span = { trace: TRACE, span: SPAN, name: 'click' as const, path: '/problems/:id', ago: 2000, milliseconds: 300 };

it('a user event is the root span of its trace, with its original time', async () => {
  const receiver = await startTraceReceiver();
  const releases = await releasesWithCanary();
  const settings = { endpoint: receiver.endpoint, serviceName: 'test', ratio: 0 };
  const tracer = await startOpenTelemetry(settings, createLogger({ logLevel: 'silent' }));
  setTracer(tracer);
  const test = await createTestApp({ config: { releases: releases.location, tracing: settings } });
  const page = await test.app.inject('/toolbox');
  expect(parsePageConfig(page.body).tracing).toEqual({ ratio: 0 });

  await test.request('GET', '/api/problems', { headers: { traceparent: `00-${TRACE}-${SPAN}-01` } });
  const requestedAt = Date.now();
  const send = async (token: string | undefined) =>
    (await test.request('POST', '/api/runtime-reports', { payload: buildReport({ ...(token && { token }), spans: [span] }) }))
      .status;
  expect(await send(await openPage(test))).toBe(202);
  const respondedAt = Date.now();
  expect(await send('made up')).toBe(202);
  await tracer.close();

  const [click, ...others] = receiver.spans.filter(({ name }) => name === 'click /problems/:id');
  expect(others).toEqual([]);
  expect(click).toMatchObject({ traceId: TRACE, spanId: SPAN });
  const milliseconds = (time = '') => Number(BigInt(time) / 1_000_000n);
  const start = milliseconds(click?.startTimeUnixNano) + span.ago;
  expect(start).toBeGreaterThanOrEqual(requestedAt);
  expect(start).toBeLessThanOrEqual(respondedAt);
  expect(milliseconds(click?.endTimeUnixNano) - milliseconds(click?.startTimeUnixNano)).toBe(300);
  const request = receiver.spans.find(({ name }) => name === 'GET /api/problems');
  expect(request && getSpanPath(request, receiver.spans)).toEqual(['click /problems/:id', 'GET /api/problems']);

  setTracer(undefined);
  await test.close();
  await releases.close();
  await receiver.close();
});

it('without tracing, pages have no tracing settings, and reported spans are ignored', async () => {
  const releases = await releasesWithCanary();
  const test = await createTestApp({ config: { releases: releases.location } });
  const page = await test.app.inject('/toolbox');
  expect(parsePageConfig(page.body)).not.toHaveProperty('tracing');
  const payload = buildReport({ token: await openPage(test), spans: [span] });
  expect((await test.request('POST', '/api/runtime-reports', { payload })).status).toBe(202);
  await test.close();
  await releases.close();
});
