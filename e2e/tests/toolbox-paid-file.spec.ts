import type { APIRequestContext } from '@playwright/test';
import { sha256Of } from '../src/archives.ts';
import { expect, test } from '../src/index.ts';
import type { Person } from '../src/index.ts';
import { headersOf } from '../src/marketplace.ts';
import { modulePage } from '../src/module-page.ts';
import { buyModule, packageZip, publishModule, videoFiles, zipFile } from '../src/toolbox.ts';

const APP = { 'x-app-key': 'solvent-web' };
const PAID = { price: 'paid', priceAmount: '19' } as const;

/** What a browser or a program may ask with. */
const WAYS: Record<string, string>[] = [{}, { Range: 'bytes=0-99' }, { Range: 'bytes=-1' }, { 'If-None-Match': '*' }];

interface Asked {
  request: APIRequestContext;
  as: Person | undefined;
}

/** Each answer to this address has the status and none of the bytes. */
async function expectRefused({ request, as }: Asked, path: string, status: number, archive: Buffer): Promise<void> {
  const headers = as ? headersOf(as) : APP;
  for (const way of WAYS) {
    const answer = await request.get(path, { headers: { ...headers, ...way } });
    expect(answer.status(), `${path} ${JSON.stringify(way)}`).toBe(status);
    expect((await answer.body()).includes(archive.subarray(0, 40))).toBe(false);
    expect(answer.headers()).not.toHaveProperty('etag');
  }
  expect((await request.head(path, { headers })).status()).toBe(status);
}

test('a paid module’s file is had by its buyer and its author alone', async ({ page, people, request }) => {
  const [mira, ines, tom] = [await people.create('solver'), await people.create('seeker'), await people.create('solver')];
  const archive = await packageZip('paid');
  const [film] = await videoFiles();
  const files = { zipFile: zipFile(archive), previewVideos: film ? [film] : [] };
  const { id, slug, previewVideos } = await publishModule(request, mira, PAID, files);
  await buyModule(request, ines, id);
  for (const name of [id, slug]) {
    await expectRefused({ request, as: undefined }, `/api/modules/${name}/download`, 401, archive);
    await expectRefused({ request, as: tom }, `/api/modules/${name}/download`, 403, archive);
    await expectRefused({ request, as: tom }, `/api/modules/${name}/download?version=1.0.0`, 403, archive);
  }
  for (const as of [mira, ines]) {
    const answer = await request.get(`/api/modules/${id}/download`, { headers: headersOf(as) });
    expect(sha256Of(await answer.body())).toBe(sha256Of(archive));
  }
  for (const path of [`/api/files/${id}`, `/api/files/modules/${id}`, `/api/files/${previewVideos[0]?._id}%2f..%2f${id}`])
    await expectRefused({ request, as: tom }, path, 404, archive);

  await people.signIn(tom);
  await page.goto(`/toolbox/${id}`);
  await expect(modulePage(page).buy).toBeVisible();
  await expect(modulePage(page).download).toHaveCount(0);
});

test('a link that worked while the module was free works no more once it has a price', async ({ people, request }) => {
  const [mira, tom] = [await people.create('solver'), await people.create('seeker')];
  const archive = await packageZip('was-free');
  const module = await publishModule(request, mira, {}, { zipFile: zipFile(archive) });
  const link = `/api/modules/${module.id}/download`;
  expect((await request.get(link, { headers: headersOf(tom) })).status()).toBe(200);
  const { title, description, tags, documentation, license } = module;
  const data = { title, description, techStack: tags, documentation, license, ...PAID };
  const changed = await request.put(`/api/modules/${module.id}`, { headers: headersOf(mira), data });
  expect(changed.ok(), await changed.text()).toBe(true);
  await expectRefused({ request, as: tom }, link, 403, archive);
  await expectRefused({ request, as: undefined }, link, 401, archive);
});

test('pictures of a module that is not published are its author’s alone', async ({ people, request }) => {
  const mira = await people.create('solver');
  const [film] = await videoFiles();
  const { id, previewVideos } = await publishModule(request, mira, {}, { previewVideos: film ? [film] : [] });
  const url = previewVideos[0]?.url ?? '';
  const part = await request.get(url, { headers: { Range: 'bytes=0-9' } });
  expect([part.status(), (await part.body()).length]).toEqual([206, 10]);
  const set = (status: string) => request.put(`/api/modules/${id}/status`, { headers: headersOf(mira), data: { status } });
  expect((await set('unpublished')).ok()).toBe(true);
  expect((await request.get(url)).status()).toBe(404);
  expect((await set('published')).ok()).toBe(true);
  expect((await request.get(url)).status()).toBe(200);
});
