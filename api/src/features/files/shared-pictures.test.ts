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
let held: DeferredPictureMaker;
beforeEach(async () => {
  held = new DeferredPictureMaker();
  test = await createTestApp({ ports: { pictures: held } });
});
afterEach(async () => {
  held.release();
  await test.close();
});

const attach = (as: TestCaller, content: Buffer) => upload(test, as, [{ content }], ATTACHMENT);

describe('pictures of many people', () => {
  it('wait for their own kind: a small one is made while large ones of others are under way and wait', async () => {
    const large = await picture('png', 2500, 2000);
    const senders = await Promise.all(Array.from({ length: 10 }, () => test.signedIn('seeker')));
    const sent = senders.flatMap((sender) => [attach(sender, large), attach(sender, large)]);
    await waitUntil(() => held.started.length > 0);
    const stranger = await test.signedIn('solver');
    expect((await upload(test, stranger, [{ content: await picture('png') }])).status).toBe(201);
    held.release();
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('are made one at a time of each person', async () => {
    const large = await picture('png', 2500, 2000);
    const sender = await test.signedIn('seeker');
    const sent = Array.from({ length: 4 }, () => attach(sender, large));
    await waitUntil(() => held.started.length > 0);
    expect((await upload(test, await test.signedIn('solver'), [{ content: await picture('png') }])).status).toBe(201);
    expect(held.started.filter(({ target }) => target === 're-encoded')).toHaveLength(1);
    held.release();
    await Promise.all(sent);
  });

  it('are refused with a sentence where one person has too many waiting; the others are made', async () => {
    const sender = await test.signedIn('seeker');
    const content = await picture('png');
    const answers: TestResponse[] = [];
    const sent = Array.from({ length: 12 }, async () => answers.push(await attach(sender, content)));
    await waitUntil(() => answers.length === 3);
    expect(answers[0]).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'unavailable', message: 'Many pictures are being sent just now. Please try again in a few seconds.' },
    });
    held.release();
    await Promise.all(sent);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(3);
  });

  it('are not made for who has gone while they waited', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const sender = await test.signedIn('seeker');
    const first = attach(sender, await picture('png', 60, 40));
    await waitUntil(() => held.started.length === 1);
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
    held.release();
    expect((await first).status).toBe(201);
    expect(held.started).toHaveLength(1);
  });
});
