import { once } from 'node:events';
import { get } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APP_KEY_HEADER } from '@solvent/contracts';
import type { Feature } from '../../feature.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { getAttributes, startTraceReceiver } from '../../testing/trace-receiver.ts';
import { createLogger } from '../log.ts';
import { startOpenTelemetry } from './otel.ts';
import { setTracer } from './tracing.ts';

it('a request that its client aborts is no longer counted as being answered, and its span ends', async () => {
  const receiver = await startTraceReceiver();
  const tracer = await startOpenTelemetry(
    { endpoint: receiver.endpoint, serviceName: 'test', ratio: 1 },
    createLogger({ logLevel: 'silent' }),
  );
  setTracer(tracer);
  let reached: (response: ServerResponse) => void = () => undefined;
  const unanswered: Feature = (app) => {
    app.get('/unanswered', { config: { access: 'anyone' } }, (_request, { raw }) => {
      reached(raw);
    });
  };
  const test = await createTestApp({ features: [unanswered] });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  // A TCP server's address is an object.
  const { port } = test.app.server.address() as AddressInfo;

  const response = await new Promise<ServerResponse>((resolve) => {
    reached = (its) => {
      resolve(its);
      request.destroy();
    };
    const headers = { [APP_KEY_HEADER]: test.config.appKey };
    const request = get({ host: '127.0.0.1', port, path: '/api/unanswered', headers }).on('error', () => undefined);
  });
  if (!response.closed) await once(response, 'close');

  const { body } = await test.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  // The one that asks.
  expect(body).toContain('solvent_http_requests_underway 1');
  await test.close();
  await tracer.close();
  const span = receiver.spans.find(({ name }) => name === 'GET /api/unanswered');
  expect(span && getAttributes(span)).toMatchObject({ 'solvent.aborted': true });
  setTracer(undefined);
  await receiver.close();
});
