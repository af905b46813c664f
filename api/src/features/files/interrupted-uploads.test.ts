import { once } from 'node:events';
import { request as ask } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { files } from './schema.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { fileIn, formOf, noise, picture, upload } from '../../testing/uploads.ts';

let test: TestApp;
let caller: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  caller = await test.signedIn('seeker');
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

const kept = async () => (await test.db.select({ id: files.id }).from(files)).map(({ id }) => id);

/** Begins to send over a connection; gives both of its ends once the server has seen it. */
async function begin(headers: object, length: number, first: Buffer): Promise<[ClientRequest, IncomingMessage]> {
  // A TCP server's address is an object.
  const { port } = test.app.server.address() as AddressInfo;
  const arrived = once(test.app.server, 'request');
  const request = ask({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/file-upload',
    headers: { ...headers, ...caller.headers, 'x-app-key': test.config.appKey, 'content-length': length },
  });
  request.on('error', () => undefined).write(first);
  // What a server says of a request.
  const [incoming] = (await arrived) as [IncomingMessage];
  return [request, incoming];
}

/** Waits until everything sent before has been dealt with: pictures are made one after the other. */
async function afterwards(): Promise<string> {
  return fileIn(await upload(test, caller, [{ content: await picture('png') }]))._id;
}

describe('POST /api/file-upload', () => {
  it('keeps nothing of one that is cancelled in the middle', async () => {
    const { headers, payload } = await formOf([{ content: await noise('png', 200) }]);
    const [request, incoming] = await begin(headers, payload.length, payload.subarray(0, payload.length / 2));
    const closed = once(incoming, 'close').catch(() => undefined);
    request.destroy();
    await closed;
    expect(await kept()).toEqual([]);
    const later = await afterwards();
    expect(await kept()).toEqual([later]);
  });

  it('keeps nothing of one that is cancelled while the picture is made', async () => {
    const before = await kept();
    const { headers, payload } = await formOf([{ content: await noise('webp', 2400) }]);
    const [request, incoming] = await begin(headers, payload.length, payload.subarray(0, -10));
    const closed = once(incoming.socket, 'close');
    const whole = once(incoming, 'end');
    request.end(payload.subarray(-10));
    await whole;
    request.destroy();
    await closed;
    const later = await afterwards();
    expect(await kept()).toEqual([...new Set([...before, later])]);
  });

  it('answers 413 to who still sends far more than the limit', async () => {
    const { headers, payload } = await formOf([{ content: Buffer.alloc(30 * 1024 * 1024) }]);
    const [request] = await begin(headers, payload.length, payload.subarray(0, 1024));
    const answered = once(request, 'response');
    request.end(payload.subarray(1024));
    // What a client hears.
    const [response] = (await answered) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(413);
  });
});
