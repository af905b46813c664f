import sharp from 'sharp';
import type { StoredFile } from '@solvent/contracts';
import { files } from '../schema/index.ts';
import { newId } from '../platform/db/new-id.ts';
import { HOURLY } from '../platform/jobs/job.ts';
import { addJobWithoutWake } from '../platform/jobs/jobs.ts';
import { getField } from './get-field.ts';
import type { TestApp, TestResponse } from './test-app.ts';
import type { TestCaller } from './factories.ts';

export type FormPart = { field?: string; name?: string; type?: string; content: Uint8Array } | { field: string; text: string };

export async function buildForm(parts: FormPart[]): Promise<{ headers: { 'content-type': string }; payload: Buffer }> {
  const form = new FormData();
  for (const part of parts) {
    if ('text' in part) form.append(part.field, part.text);
    else {
      const { field = 'file', name = 'me.png', type = 'image/png', content } = part;
      form.append(field, new Blob([new Uint8Array(content)], { type }), name);
    }
  }
  const body = new Response(form);
  const headers = { 'content-type': body.headers.get('content-type') ?? '' };
  return { headers, payload: Buffer.from(await body.arrayBuffer()) };
}

export async function upload(test: TestApp, as: TestCaller | undefined, parts: FormPart[], query = ''): Promise<TestResponse> {
  return test.request('POST', `/api/file-upload${query}`, { as, ...(await buildForm(parts)) });
}

export const getStoredFile = (response: TestResponse): StoredFile => getField(response, 'file');

/** Stores an unused upload, by default a text of seven bytes. @returns its id, which is also its key */
export async function storeUpload(
  test: TestApp,
  owner: TestCaller,
  given: Partial<typeof files.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  await test.ports.files.put(id, Buffer.from('content'));
  const file = { name: 'a.txt', mimeType: 'text/plain', size: 7, sha256: id, storageKey: id };
  const owned = { ownerId: owner.user.id, purpose: 'attachment', visibility: 'private' } as const;
  await test.db.insert(files).values({ id, ...file, ...owned, createdAt: new Date(), ...given });
  return id;
}

const plainImage = (width: number, height: number, red: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 40, b: 90 } } });

export function picture(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', width = 60, height = 40, red = 200): Promise<Buffer> {
  return plainImage(width, height, red).toFormat(format).toBuffer();
}

export async function noise(format: 'png' | 'jpeg' | 'webp' | 'gif', side: number): Promise<Buffer> {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: 'black', noise: gaussian } })
    .toFormat(format)
    .toBuffer();
}

/** Creates an animated GIF whose frames have different colors. */
export async function movie(frames: number, side: number): Promise<Buffer> {
  const all = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      plainImage(side, side, (index * 97) % 256)
        .png()
        .toBuffer(),
    ),
  );
  return sharp(all, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
}

/** Creates a rotated photo with location and camera in its metadata. */
export function phonePhotograph(): Promise<Buffer> {
  return plainImage(90, 60, 200)
    .jpeg()
    .withExif({
      IFD0: { Make: 'SecretCamera', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** Runs the hourly removal of unused uploads and the jobs that it adds, even if it ran within the hour. */
export async function removeUnusedUploads(test: TestApp): Promise<void> {
  await addJobWithoutWake(test.db, HOURLY, { task: 'unused attachments' });
  await test.runJobs();
}
