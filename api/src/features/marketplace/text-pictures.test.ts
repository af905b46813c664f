import type { Comment } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { files } from '../../schema/index.ts';
import { fileUrl } from '../files/links.ts';
import { buildProblem, getComment, createDiscussionClient } from '../../testing/discussion.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { goodProblem } from '../../testing/problems.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { getStoredFile, picture, storeUpload, upload, removeUnusedUploads } from '../../testing/uploads.ts';

const test = setUpTestApp();
const seeker = setUpEach(() => test.signedIn('seeker'));
const solver = setUpEach(() => test.signedIn('solver'));

const storePicture = (owner: TestCaller, columns: Partial<typeof files.$inferInsert> = {}) =>
  storeUpload(test, owner, { mimeType: 'image/png', ...columns });
const isPublic = async (id: string) => (await test.app.inject({ method: 'GET', url: fileUrl(id) })).statusCode === 200;
const exists = async (id: string) => {
  await test.runJobs();
  return (await test.db.$count(files, eq(files.id, id))) > 0 || (await test.ports.files.read(id)) !== undefined;
};
const textWith = (...ids: string[]) =>
  `It shows this:\n\n${ids.map((id) => `![fault](${fileUrl(id)}#640x480)`).join('\n')}\n\nWhy is that?`;

async function post(body: string): Promise<string> {
  const response = await test.request('POST', '/api/problems', { as: seeker, payload: { ...goodProblem, body } });
  expect(response.status).toBe(201);
  return (response.body['problem'] as { _id: string })._id; // guaranteed by the response schema
}
const edit = (id: string, body: string) =>
  test.request('PUT', `/api/problems/${id}`, { as: seeker, payload: { ...goodProblem, body } });

describe('pictures in texts (product 5.19)', () => {
  it('become public with their problem, and are deleted once removed from it', async () => {
    const [one, two] = [await storePicture(seeker), await storePicture(seeker)];
    expect(await isPublic(one)).toBe(false);
    const id = await post(textWith(one));
    expect(await isPublic(one)).toBe(true);
    await edit(id, textWith(one, two));
    expect([await isPublic(one), await isPublic(two)]).toEqual([true, true]);
    await edit(id, textWith(two));
    expect([await exists(one), await isPublic(two)]).toEqual([false, true]);
  });

  it('are not attachments, and stay when those change', async () => {
    const [shown, attached] = [await storePicture(seeker), await storePicture(seeker)];
    const id = await post(textWith(shown));
    const payload = { ...goodProblem, body: textWith(shown), attachments: [attached] };
    const response = await test.request('PUT', `/api/problems/${id}`, { as: seeker, payload });
    expect(response.body['problem']).toMatchObject({ attachments: [{ _id: attached }] });
    expect(await isPublic(shown)).toBe(true);
    const reused = await test.request('PUT', `/api/problems/${id}`, {
      as: seeker,
      payload: { ...payload, attachments: [shown] },
    });
    expect(reused).toMatchObject({ status: 422, body: { errors: { attachments: 'Please upload the file again' } } });
  });

  it('of a question are public until it is changed or deleted', async () => {
    const discussion = createDiscussionClient(test, await buildProblem(test, seeker.user.id));
    const [one, two] = [await storePicture(solver), await storePicture(solver)];
    const question = await discussion.addComment(solver, textWith(one));
    expect(await isPublic(one)).toBe(true);
    // Another user's text with the same picture does not affect it.
    await edit(await post(textWith(one)), 'It shows nothing of all that any more, whatever I do.');
    expect(await isPublic(one)).toBe(true);
    const changed = await test.request('PUT', `/api/comments/${question._id}`, {
      as: solver,
      payload: { content: textWith(two) },
    });
    expect(getComment(changed).content).toBe(textWith(two));
    expect([await exists(one), await isPublic(two)]).toEqual([false, true]);
    await test.request('DELETE', `/api/comments/${question._id}`, { as: solver });
    expect(await exists(two)).toBe(false);
  });

  it('stay while any text uses them, and are deleted by concurrent removals', async () => {
    const discussion = createDiscussionClient(test, await buildProblem(test, seeker.user.id));
    const id = await storePicture(solver);
    const remove = ({ _id }: Comment) => test.request('DELETE', `/api/comments/${_id}`, { as: solver });
    const first = await discussion.addComment(solver, textWith(id));
    const others = [await discussion.addComment(solver, textWith(id)), await discussion.addComment(solver, textWith(id))];
    await remove(first);
    expect(await isPublic(id)).toBe(true);
    await Promise.all(others.map(remove));
    expect(await exists(id)).toBe(false);
  });

  it.each<[string, () => Promise<string>]>([
    ['owned by another user', () => storePicture(solver)],
    ['in a message', () => storePicture(seeker, { purpose: 'message' })],
    ['not a picture', () => storePicture(seeker, { mimeType: 'application/pdf' })],
  ])('do not become public if the file is %s', async (_kind, store) => {
    const id = await store();
    const problem = await post(textWith(id));
    expect(await isPublic(id)).toBe(false);
    await edit(problem, 'It shows nothing of all that any more, whatever I do.');
    expect(await exists(id)).toBe(true);
  });

  it('are not deleted as unused, and are stored again for another text', async () => {
    const old = { createdAt: new Date(Date.now() - 50 * 3_600_000) };
    const [shown, unused] = [await storePicture(seeker, old), await storePicture(seeker, old)];
    await post(textWith(shown));
    const content = await picture('png');
    const send = async () => getStoredFile(await upload(test, seeker, [{ name: 'a.png', content }], '?purpose=attachment'))._id;
    const first = await send();
    await removeUnusedUploads(test);
    expect([await isPublic(shown), await exists(unused)]).toEqual([true, false]);
    expect(await send()).toBe(first);
    await post(textWith(first));
    expect(await send()).not.toBe(first);
  });
});
