import type { RuntimeReportBody } from '@solvent/contracts';
import type { TestReleases } from '../../testing/releases.ts';
import {
  buildErrorReport,
  LIVE,
  openPage,
  buildRemoteReport,
  releasesWithCanary,
  buildReport,
} from '../../testing/runtime-reports.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let releases: TestReleases;
let test: TestApp;

beforeAll(async () => {
  releases = await releasesWithCanary();
  test = await createTestApp({ config: { releases: releases.location } });
});

afterAll(async () => {
  await test.close();
  await releases.close();
});

const send = async (more: Partial<RuntimeReportBody>) =>
  test.request('POST', '/api/runtime-reports', { payload: buildReport({ token: await openPage(test), ...more }) });

describe('GET /metrics', () => {
  const read = (server: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    server.app.inject({ url: '/metrics', headers, remoteAddress });

  it('shows loads, failures, errors and web vitals by version', async () => {
    await send({
      parts: [buildRemoteReport(LIVE)],
      landing: { name: 'toolbox', version: LIVE },
      vitals: [{ name: 'LCP', value: 1900 }],
    });
    await send({ parts: [buildRemoteReport(LIVE, { loaded: false })], errors: [buildErrorReport(LIVE, { kind: 'load' })] });
    await send({ vitals: [{ name: 'CLS', value: 0.02 }] });
    await send({ vitals: [{ name: 'CLS', value: 1e300 }] });
    await test.request('POST', '/api/runtime-reports', {
      payload: JSON.stringify(buildReport({ token: await openPage(test) })).replace(
        '"vitals":[]',
        '"vitals":[{"name":"TTFB","value":1e999}]',
      ),
      headers: { 'content-type': 'application/json' },
    });
    await send({ landing: { name: 'made-up', version: '1' }, vitals: [{ name: 'LCP', value: 1 }] });
    const { body, headers } = await read(test);
    expect(headers['content-type']).toContain('text/plain');
    const labels = `remote="toolbox",version="${LIVE}"`;
    expect(body).toContain(`solvent_remote_loads_total{${labels},source="live"} 2`);
    expect(body).toContain(`solvent_remote_failures_total{${labels},source="live"} 1`);
    expect(body).toContain(`solvent_remote_errors_total{${labels},source="live",kind="load"} 1`);
    expect(body).toContain(`solvent_web_vital_seconds_sum{${labels},vital="LCP"} 1.9`);
    expect(body).toContain('solvent_web_layout_shift_count{remote="shell",version="1.0.0-shell"} 1');
    expect(body).not.toContain('made-up');
    expect(body).not.toContain('TTFB');
  });

  it('shows the process, its sockets, and response times by route, without URLs', async () => {
    await test.request('GET', '/api/bids?problemId=00000000-0000-7000-8000-000000000000');
    await test.app.inject('/toolbox');
    await test.request('GET', '/api/reports/not-a-route');
    const { body } = await read(test);
    expect(body).toContain('solvent_unknown_routes_total 1');
    expect(body).not.toContain('not-a-route');
    expect(body).toContain('process_resident_memory_bytes ');
    expect(body).toMatch(/^solvent_build_info\{version="\d+\.\d+\.\d+",revision="checkout"\} 1$/m);
    expect(body).toContain('solvent_sockets 0');
    expect(body).toContain('solvent_shared_work_waiting{work="largePictures"} 0');
    expect(body).toContain('solvent_shared_work_running{work="passwords"} 0');
    expect(body).toContain('solvent_shared_work_refused_total{work="archives"} 0');
    expect(body).toMatch(/solvent_http_request_duration_seconds_count\{method="GET",route="\/api\/bids",status="404"\} 1/);
    expect(body).toMatch(/solvent_http_request_duration_seconds_count\{method="GET",route="\/\*",status="200"\} [1-9]/);
    expect(body).not.toContain('00000000-0000');
  });

  it('shows database calls, waits for a connection, and requests in flight', async () => {
    await test.request('GET', '/api/problems/00000000-0000-7000-8000-000000000000');
    const { body } = await read(test);
    expect(body).toMatch(/solvent_database_statement_seconds_count\{pool="primary",kind="select"\} [1-9]/);
    expect(body).toMatch(/solvent_database_wait_seconds_count\{pool="primary"\} [1-9]/);
    expect(body).toMatch(/solvent_database_connections_open\{pool="primary"\} [1-9]/);
    expect(body).toMatch(/solvent_database_connections_max\{pool="primary"\} [1-9]/);
    expect(body).toContain('solvent_database_connections_waiting{pool="primary"} 0');
    expect(body).not.toContain('pool="replica"');
    // The request for the metrics.
    expect(body).toContain('solvent_http_requests_underway 1');
    await test.db.$client.query('SELECT nonsense').catch(() => undefined);
    expect((await read(test)).body).toContain('solvent_database_errors_total{pool="primary",code="42703"} 1');
  });

  it('shows the live revision and its versions', async () => {
    await test.app.inject('/toolbox');
    const { body } = await read(test);
    expect(body).toMatch(/solvent_revision_info\{channel="production",revision="\d+"\} 1/);
    expect(body).toContain(`solvent_remote_info{remote="toolbox",version="${LIVE}",state="live"} 1`);
    expect(body).toContain('solvent_remote_info{remote="shell",version="1.0.0-shell",state="live"} 1');
  });

  it('shows failed sign-ins and rate-limited requests, without personal data', async () => {
    const server = await createTestApp({ config: { rateLimitFactor: 1 } });
    const login = { payload: { email: 'nobody@solvent.example', password: 'not the password' } };
    for (let tries = 0; tries < 6; tries += 1) await server.request('POST', '/api/auth/login', login);
    const { body } = await read(server);
    expect(body).toContain('solvent_sign_in_failures_total{way="password",reason="invalid_credentials"} 5');
    expect(body).toContain('solvent_sign_in_failures_total{way="password",reason="rate_limited"} 1');
    expect(body).toContain('solvent_limits_refused_total{limit="signInFromNetwork"} 1');
    expect(body).not.toContain('solvent.example');
    await server.close();
  });

  it('is for local requests only without a token', async () => {
    expect((await read(test, {}, '127.0.0.1')).statusCode).toBe(200);
    expect((await read(test, {}, '::1')).statusCode).toBe(200);
    expect((await read(test, {}, '192.0.2.7')).statusCode).toBe(404);
    expect((await read(test, { host: 'evil.example:3000' })).statusCode).toBe(404);
  });

  it('is not available in production without a token', async () => {
    const server = await createTestApp({ config: { env: 'production' } });
    expect((await read(server)).statusCode).toBe(404);
    await server.close();
  });

  it('accepts the new and the old token', async () => {
    const metricsTokens = ['sixteen-characters', 'sixteen-of-before'];
    const server = await createTestApp({ config: { env: 'production', metricsTokens } });
    expect((await read(server)).statusCode).toBe(404);
    expect((await read(server, { authorization: 'Bearer sixteen-charactera' })).statusCode).toBe(404);
    expect((await read(server, { authorization: 'Bearer sixteen-characters' }, '192.0.2.7')).statusCode).toBe(200);
    expect((await read(server, { authorization: 'Bearer sixteen-of-before' })).statusCode).toBe(200);
    expect((await read(server, { authorization: 'Bearer sixteen-characters,sixteen-of-before' })).statusCode).toBe(404);
    await server.close();
  });
});
