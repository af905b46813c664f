import sharp from 'sharp';
import type { StoredFile } from '@solvent/contracts';
import { files } from '../features/files/schema.ts';
import { newId } from '../platform/db/new-id.ts';
import { HOURLY } from '../platform/jobs/job.ts';
import { addJobWithoutWake } from '../platform/jobs/jobs.ts';
import type { TestResponse, TestApp } from './test-app.ts';
import type { TestCaller } from './factories.ts';

/** One part of a form: a file, or a text. */
export type FormPart = { field?: string; name?: string; type?: string; content: Uint8Array } | { field: string; text: string };

/** A multipart body as a browser writes it. */
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

/** Sends these parts to POST /file-upload. */
export async function upload(test: TestApp, as: TestCaller | undefined, parts: FormPart[], query = ''): Promise<TestResponse> {
  return test.request('POST', `/api/file-upload${query}`, { as, ...(await buildForm(parts)) });
}

/** The file of an answer. */
export function getStoredFile({ status, body }: TestResponse): StoredFile {
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`);
  // The answer's schema lets nothing else out.
  return body['file'] as StoredFile;
}

/** Stores a file as an upload leaves it, a text of seven bytes unless something else is given; gives its id, which is its key too. */
export async function storeUpload(
  test: TestApp,
  owner: TestCaller,
  given: Partial<typeof files.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  await test.ports.files.put(id, Buffer.from('content'));
  const what = { name: 'a.txt', mimeType: 'text/plain', size: 7, sha256: id, storageKey: id };
  const whose = { ownerId: owner.user.id, purpose: 'attachment', visibility: 'private' } as const;
  await test.db.insert(files).values({ id, ...what, ...whose, createdAt: new Date(), ...given });
  return id;
}

const plain = (width: number, height: number, red: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 40, b: 90 } } });

/** A picture of one colour. */
export function picture(format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', width = 60, height = 40, red = 200): Promise<Buffer> {
  return plain(width, height, red).toFormat(format).toBuffer();
}

/** A picture whose compressed content is about as long as its pixels: noise. */
export async function noise(format: 'png' | 'jpeg' | 'webp' | 'gif', side: number): Promise<Buffer> {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: 'black', noise: gaussian } })
    .toFormat(format)
    .toBuffer();
}

/** A moving picture of squares, each of another colour than the one before. */
export async function movie(frames: number, side: number): Promise<Buffer> {
  const all = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      plain(side, side, (index * 97) % 256)
        .png()
        .toBuffer(),
    ),
  );
  return sharp(all, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
}

/** A photograph as a phone writes it: on its side, with where and with what it was taken. */
export function phonePhotograph(): Promise<Buffer> {
  return plain(90, 60, 200)
    .jpeg()
    .withExif({
      IFD0: { Make: 'SecretCamera', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** Does the hourly removal of uploads that nothing used, also if it was done within the hour, and the jobs that it adds. */
export async function removeUnusedUploads(test: TestApp): Promise<void> {
  await addJobWithoutWake(test.db, HOURLY, { task: 'unused attachments' });
  await test.runJobs();
}
