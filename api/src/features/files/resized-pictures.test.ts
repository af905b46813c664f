import { jest } from '@jest/globals';
import sharp from 'sharp';
import { CHAT } from '@solvent/contracts';
import { makePicture } from './pictures/make-picture.ts';
import type { PictureJob } from './pictures/make-picture.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { sendFile } from '../../testing/message-file.ts';

const jobs: PictureJob[] = [];
let isDamaged = false;
const maker = {
  run: jest.fn(async (job: PictureJob) => {
    jobs.push(job);
    return isDamaged && job.target === 'resized' ? { damaged: 'No.' } : makePicture(job);
  }),
  close: async () => {},
};
const test = setUpTestApp({ ports: { pictures: maker } });
beforeEach(() => {
  jobs.length = 0;
  isDamaged = false;
});

/** A photo of a phone has noise. */
const createPhoto = async (width: number, height: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
};

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url, headers });

describe('GET /api/files/:id?width= (product 7.17)', () => {
  it('returns a picture of a message at that width, and encodes it once', async () => {
    const { file } = await sendFile(test, await createPhoto(1200, 900), 'a.jpg');
    const url = `${file.url}&width=360`;
    const responses = await Promise.all([get(url), get(url), get(url)]);
    for (const response of responses) {
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 360, height: 270 });
      expect(response.rawPayload.length).toBeLessThan(file.size / 5);
    }
    const again = await get(url);
    expect(again.rawPayload).toEqual(responses[0]?.rawPayload);
    expect(jobs.filter(({ target }) => target === 'resized')).toHaveLength(1);
    expect((await get(url, { 'if-none-match': String(again.headers['etag']) })).statusCode).toBe(304);
    const original = await get(file.url);
    expect(original.headers['etag']).not.toBe(again.headers['etag']);
    expect(original.rawPayload).toHaveLength(file.size);
  });

  it.each([
    ['a width that is not served', 1200, '&width=361'],
    ['a picture that is not wider', 300, '&width=360'],
    ['no width', 1200, '&width='],
  ])('returns the original for %s', async (_what, width, query) => {
    const { file } = await sendFile(test, await createPhoto(width, 200), 'a.jpg');
    expect((await get(file.url + query)).rawPayload).toHaveLength(file.size);
  });

  it('returns the original if it cannot be resized, and for texts', async () => {
    const { file } = await sendFile(test, await createPhoto(1200, 200), 'a.jpg');
    isDamaged = true;
    expect((await get(`${file.url}&width=360`)).rawPayload).toHaveLength(file.size);
    const text = await sendFile(test, 'Hello');
    expect((await get(`${text.file.url}&width=360`)).body).toBe('Hello');
  });

  it('needs access to the picture', async () => {
    const { file, receiver } = await sendFile(test, await createPhoto(1200, 200), 'a.jpg');
    const path = `/api/files/${file._id}?width=${CHAT.pictureWidths[0]}`;
    expect((await get(path)).statusCode).toBe(404);
    const otherUser = await test.signedIn('solver');
    expect((await get(path, otherUser.headers)).statusCode).toBe(404);
    expect((await get(path, receiver.headers)).headers['content-type']).toBe('image/webp');
    expect((await get(`${file.url.slice(0, -4)}AAAA&width=360`)).statusCode).toBe(403);
  });
});
