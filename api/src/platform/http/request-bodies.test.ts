import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import type { ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { limitBodyTime } from './request-bodies.ts';

const SHORT_MS = 100;

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  limitBodyTime(app, SHORT_MS);
  await app.register(multipart);
  app.post('/json', async () => 'done');
  app.post('/files', async (request) => {
    for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer();
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Starts a chunked body. */
function startBody(path: string, type: string, first: string): ClientRequest {
  // A TCP server's address is an object.
  const { port } = app.server.address() as AddressInfo;
  const request = sendRequest({ port, method: 'POST', path, headers: { 'content-type': type, 'transfer-encoding': 'chunked' } });
  request.on('error', () => undefined).write(first);
  return request;
}

describe('a slow body', () => {
  it('times out if it has no files', async () => {
    const request = startBody('/json', 'application/json', '{"a":');
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(408);
  });

  it('does not time out if it has files', async () => {
    const first = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\na';
    const request = startBody('/files', 'multipart/form-data; boundary=x', first);
    const other = startBody('/json', 'application/json', '{"a":');
    // The other request started later.
    await once(other, 'response');
    request.end('b\r\n--x--\r\n');
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(200);
  });
});
