import type { SentFile } from '../../testing/message-file.ts';
import { sendFile } from '../../testing/message-file.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let url: string;
beforeAll(async () => {
  test = await createTestApp();
  const { file }: SentFile = await sendFile(test, '0123456789');
  ({ url } = file);
});
afterAll(() => test.close());

const read = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => test.app.inject({ method, url, headers });

describe('GET /api/files/:id in parts', () => {
  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['Bytes= 9-9', '9', 'bytes 9-9/10'],
  ])('%s: 206 with %j', async (range, content, contentRange) => {
    const answer = await read({ range });
    expect([answer.statusCode, answer.body]).toEqual([206, content]);
    expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(content.length) });
    expect(answer.headers['content-disposition']).toBe('attachment; filename=a.txt');
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s: 416 with the size', async (range) => {
    const answer = await read({ range });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toBe('bytes */10');
    expect(answer.json()).toEqual({
      status: false,
      code: 'out_of_range',
      message: 'This file has 10 bytes: there is nothing in that range.',
    });
  });

  it.each(['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=0-1,5-2', 'bytes=0 -3', 'lines=0-1', 'bytes=a-b'])(
    '%s: all of it',
    async (range) => {
      const answer = await read({ range });
      expect([answer.statusCode, answer.body]).toEqual([200, '0123456789']);
    },
  );

  it('gives all of it to who has a part of another content', async () => {
    const { etag } = (await read({})).headers;
    expect((await read({ range: 'bytes=0-3', 'if-range': String(etag) })).body).toBe('0123');
    expect((await read({ range: 'bytes=0-3', 'if-range': '"another"' })).body).toBe('0123456789');
  });

  it('answers HEAD with the size of all of it', async () => {
    const answer = await read({ range: 'bytes=0-3' }, 'HEAD');
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, '10']);
  });
});
