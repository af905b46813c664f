import { jest } from '@jest/globals';
import sharp from 'sharp';
import { CHAT } from '@solvent/contracts';
import { makePicture } from './pictures/make-picture.ts';
import type { PictureJob } from './pictures/make-picture.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { sendFile } from '../../testing/message-file.ts';

const made: PictureJob[] = [];
let refused = false;
const maker = {
  make: jest.fn(async (job: PictureJob) => {
    made.push(job);
    return refused && job.target === 'resized' ? { damaged: 'No.' } : makePicture(job);
  }),
  close: async () => {},
};
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ ports: { pictures: maker } });
});
beforeEach(() => {
  made.length = 0;
  refused = false;
});
afterAll(() => test.close());

/** A photograph of a phone: noise, as light has it. */
const photograph = async (width: number, height: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
};

const ask = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe('GET /api/files/:id?width= (product 7.17)', () => {
  it('answers a picture of a message at that width, made once', async () => {
    const { file } = await sendFile(test, await photograph(1200, 900), 'a.jpg');
    const url = `${file.url}&width=360`;
    const answers = await Promise.all([ask(url), ask(url), ask(url)]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 360, height: 270 });
      expect(answer.rawPayload.length).toBeLessThan(file.size / 5);
    }
    const again = await ask(url);
    expect(again.rawPayload).toEqual(answers[0]?.rawPayload);
    expect(made.filter(({ target }) => target === 'resized')).toHaveLength(1);
    expect((await ask(url, { 'if-none-match': String(again.headers['etag']) })).statusCode).toBe(304);
    const whole = await ask(file.url);
    expect(whole.headers['etag']).not.toBe(again.headers['etag']);
    expect(whole.rawPayload).toHaveLength(file.size);
  });

  it.each([
    ['a width that is not served', 1200, '&width=361'],
    ['a picture that is not wider', 300, '&width=360'],
    ['no width', 1200, '&width='],
  ])('answers it as it is for %s', async (_what, width, query) => {
    const { file } = await sendFile(test, await photograph(width, 200), 'a.jpg');
    expect((await ask(file.url + query)).rawPayload).toHaveLength(file.size);
  });

  it('answers it as it is where it cannot be made, and texts always', async () => {
    const { file } = await sendFile(test, await photograph(1200, 200), 'a.jpg');
    refused = true;
    expect((await ask(`${file.url}&width=360`)).rawPayload).toHaveLength(file.size);
    const text = await sendFile(test, 'Hello');
    expect((await ask(`${text.file.url}&width=360`)).body).toBe('Hello');
  });

  it('is for who may read the picture alone', async () => {
    const { file, receiver } = await sendFile(test, await photograph(1200, 200), 'a.jpg');
    const path = `/api/files/${file._id}?width=${CHAT.pictureWidths[0]}`;
    expect((await ask(path)).statusCode).toBe(404);
    const stranger = await test.signedIn('solver');
    expect((await ask(path, stranger.headers)).statusCode).toBe(404);
    expect((await ask(path, receiver.headers)).headers['content-type']).toBe('image/webp');
    expect((await ask(`${file.url.slice(0, -4)}AAAA&width=360`)).statusCode).toBe(403);
  });
});
