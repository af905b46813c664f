import { once } from 'node:events';
import type { TestCaller } from '../../testing/factories.ts';
import { DeferredPictureMaker } from '../../testing/deferred-picture-maker.ts';
import { startPost, nextRequest } from '../../testing/slow-posts.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestResponse, TestApp } from '../../testing/test-app.ts';
import { buildForm, picture, upload } from '../../testing/uploads.ts';

const ATTACHMENT = '?purpose=attachment';

let test: TestApp;
let pictures: DeferredPictureMaker;
beforeEach(async () => {
  pictures = new DeferredPictureMaker();
  test = await createTestApp({ ports: { pictures } });
});
afterEach(async () => {
  pictures.release();
  await test.close();
});

const attach = (as: TestCaller, content: Buffer) => upload(test, as, [{ content }], ATTACHMENT);

describe('pictures of many users', () => {
  it('have a queue for each size: a small one does not wait for large ones of others', async () => {
    const large = await picture('png', 2500, 2000);
    const senders = await Promise.all(Array.from({ length: 10 }, () => test.signedIn('seeker')));
    const uploads = senders.flatMap((sender) => [attach(sender, large), attach(sender, large)]);
    await waitUntil(() => pictures.started.length > 0);
    const otherUser = await test.signedIn('solver');
    expect((await upload(test, otherUser, [{ content: await picture('png') }])).status).toBe(201);
    pictures.release();
    expect(new Set((await Promise.all(uploads)).map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('are processed one at a time per user', async () => {
    const large = await picture('png', 2500, 2000);
    const sender = await test.signedIn('seeker');
    const uploads = Array.from({ length: 4 }, () => attach(sender, large));
    await waitUntil(() => pictures.started.length > 0);
    expect((await upload(test, await test.signedIn('solver'), [{ content: await picture('png') }])).status).toBe(201);
    expect(pictures.started.filter(({ target }) => target === 're-encoded')).toHaveLength(1);
    pictures.release();
    await Promise.all(uploads);
  });

  it('are rejected if one user has too many waiting; the others succeed', async () => {
    const sender = await test.signedIn('seeker');
    const content = await picture('png');
    const responses: TestResponse[] = [];
    const uploads = Array.from({ length: 12 }, async () => responses.push(await attach(sender, content)));
    await waitUntil(() => responses.length === 3);
    expect(responses[0]).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'unavailable', message: 'Many pictures are being sent just now. Please try again in a few seconds.' },
    });
    pictures.release();
    await Promise.all(uploads);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(3);
  });

  it('are dropped if the client disconnects while they wait', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const sender = await test.signedIn('seeker');
    const first = attach(sender, await picture('png', 60, 40));
    await waitUntil(() => pictures.started.length === 1);
    const { headers, payload } = await buildForm([{ content: await picture('png', 70, 40) }]);
    const arrived = nextRequest(test);
    const about = { ...headers, 'content-length': payload.length };
    const second = startPost(test, sender, `/api/file-upload${ATTACHMENT}`, about).end(payload);
    const closed = once((await arrived).socket, 'close');
    const waiting = async () => (await test.app.inject('/metrics')).body.includes('waiting{work="quickPictures"} 1');
    while (!(await waiting())) await new Promise(setImmediate);
    second.destroy();
    await closed;
    while (await waiting()) await new Promise(setImmediate);
    pictures.release();
    expect((await first).status).toBe(201);
    expect(pictures.started).toHaveLength(1);
  });
});
