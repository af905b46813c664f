import { once } from 'node:events';
import { get } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APP_KEY_HEADER } from '@solvent/contracts';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from '../../app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { getAttributes, startTraceReceiver } from '../../testing/trace-receiver.ts';
import { createLogger } from '../log.ts';
import { startOpenTelemetry } from './otel.ts';
import { setTracer } from './tracing.ts';

it('ends the span of a request that its client aborts, and counts it as finished', async () => {
  const receiver = await startTraceReceiver();
  const tracer = await startOpenTelemetry(
    { endpoint: receiver.endpoint, serviceName: 'test', ratio: 1 },
    createLogger({ logLevel: 'silent' }),
  );
  setTracer(tracer);
  let onReached: (response: ServerResponse) => void = () => undefined;
  const neverResponds: Feature<Deps> = (app) => {
    app.get('/unanswered', { config: { access: 'anyone' } }, (_request, { raw }) => {
      onReached(raw);
    });
  };
  const test = await createTestApp({ features: [neverResponds] });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  // A TCP server's address is an object.
  const { port } = test.app.server.address() as AddressInfo;

  const response = await new Promise<ServerResponse>((resolve) => {
    onReached = (reached) => {
      resolve(reached);
      request.destroy();
    };
    const headers = { [APP_KEY_HEADER]: test.config.appKey };
    const request = get({ host: '127.0.0.1', port, path: '/api/unanswered', headers }).on('error', () => undefined);
  });
  if (!response.closed) await once(response, 'close');

  const { body } = await test.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  // The request for the metrics.
  expect(body).toContain('solvent_http_requests_underway 1');
  await test.close();
  await tracer.close();
  const span = receiver.spans.find(({ name }) => name === 'GET /api/unanswered');
  expect(span && getAttributes(span)).toMatchObject({ 'solvent.aborted': true });
  setTracer(undefined);
  await receiver.close();
});
