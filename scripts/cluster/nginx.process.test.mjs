import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeNginx } from './nginx.mjs';
import { Part } from './part.mjs';
import { portsFrom } from './ports.mjs';

const run = promisify(execFile);
const freePort = portsFrom();

/** A server behind nginx that returns the request that it received. @param {number} port */
async function openServer(port) {
  const server = createServer((incoming, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.setHeader('x-server', String(port));
    answer.end(JSON.stringify(incoming.headers));
  });
  await new Promise((done) => {
    server.listen(port, '127.0.0.1', done);
  });
  return server;
}

/** @returns {Promise<{ status: number, headers: object, body: any }>} */
const send = (port, path, { headers = {}, method = 'GET', body = '' } = {}) =>
  new Promise((done, fail) => {
    const outgoing = request({ port, host: '127.0.0.1', path, headers, method, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      const isJson = answer.headers['content-type'] === 'application/json';
      answer.once('end', () =>
        done({ status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(text) : text }),
      );
    });
    outgoing.once('error', fail);
    outgoing.end(body);
  });

/** Starts nginx in front of two servers; the second is not started. */
async function openNginx(values = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-nginx-'));
  // nginx's workers run as another user.
  chmodSync(folder, 0o755);
  const [running, stopped] = [await freePort(), await freePort()];
  const ports = { plain: await freePort(), https: await freePort(), http: await freePort() };
  const makePart = (options) => new Part({ log: join(folder, 'log'), watch: () => {}, ...options });
  const nginx = await makeNginx({ folder: join(folder, 'nginx'), makePart, servers: [running, stopped], ports, values });
  const server = await openServer(running);
  await nginx.start();
  return {
    port: ports.plain,
    stopped,
    nginx,
    server,
    async close() {
      await nginx.stop();
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describe('the configuration of nginx', () => {
  /** @type {Awaited<ReturnType<typeof openNginx>>} */
  let opened;
  beforeAll(async () => {
    opened = await openNginx();
    // Downloads nginx if the system has none.
  }, 300_000);
  afterAll(() => opened.close());

  it('is valid', async () => {
    const [program] = opened.nginx.command;
    const { stderr } = await run(program, ['-t', '-e', 'stderr', '-c', opened.nginx.configuration]);
    expect(stderr).toMatch(/test is successful/);
    expect(stderr).not.toMatch(/warn|emerg|alert/);
  });

  it('uses the next server if one is down, also for requests that must not run twice', async () => {
    for (const method of ['GET', 'POST', 'POST', 'POST', 'POST'])
      expect(await send(opened.port, '/api/problems', { method, body: method === 'POST' ? '{}' : '' })).toMatchObject({
        status: 200,
      });
  });

  it('retries on the next server after a broken connection only if the request may run twice', async () => {
    const breaking = createServer((incoming) => incoming.resume().once('end', () => incoming.socket.destroy()));
    await new Promise((done) => {
      breaking.listen(opened.stopped, '127.0.0.1', done);
    });
    const statuses = async (path, headers) => {
      const answers = [];
      for (let times = 0; times < 4; times += 1)
        answers.push((await send(opened.port, path, { method: 'POST', headers, body: '{}' })).status);
      return new Set(answers);
    };
    expect(await statuses('/api/problems', { 'idempotency-key': 'one' })).toEqual(new Set([200]));
    expect(await statuses('/api/chat/messages', {})).toEqual(new Set([200]));
    expect(await statuses('/api/auth/login', {})).toEqual(new Set([200, 503]));
    await new Promise((done) => {
      breaking.close(done);
      breaking.closeAllConnections();
    });
  });

  it('overwrites the client address that a request claims, and forwards the trace', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-forwarded-proto': 'https',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    };
    const { body } = await send(opened.port, '/', { headers });
    expect(body).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', traceparent: headers.traceparent });
    expect(body).toHaveProperty('x-request-id');
    expect(body).not.toHaveProperty('forwarded');
  });

  it('refuses too large requests with the product error, and accepts large uploads', async () => {
    const body = 'x'.repeat(2 * 1024 * 1024);
    expect(await send(opened.port, '/api/problems', { method: 'POST', body })).toMatchObject({
      status: 413,
      body: { status: false, code: 'too_large' },
    });
    expect(await send(opened.port, '/api/file-upload', { method: 'POST', body })).toMatchObject({ status: 200 });
  });

  it('does not serve the metrics of the servers', async () => {
    expect(await send(opened.port, '/metrics')).toMatchObject({ status: 404 });
  });

  it('responds with the product error if all servers are down', async () => {
    const alone = await openNginx();
    await new Promise((done) => {
      alone.server.closeAllConnections();
      alone.server.close(done);
    });
    const answer = await send(alone.port, '/api/problems');
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { status: false, code: 'unavailable' } });
    await alone.close();
  });

  it('forwards an upgraded connection in both directions', async () => {
    opened.server.once('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.pipe(socket);
    });
    const socket = connect(opened.port, '127.0.0.1');
    socket.write('GET /socket.io/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    let received = '';
    socket.on('data', (chunk) => (received += chunk));
    const waitFor = (text) =>
      new Promise((done) => {
        const check = () => received.includes(text) && done(undefined);
        socket.on('data', check);
        check();
      });
    await waitFor('101 Switching');
    socket.write('there and back');
    await waitFor('there and back');
    expect(received).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n[^]*\r\n\r\nthere and back$/);
    socket.destroy();
  });
});
