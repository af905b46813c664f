import type { Comment } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { files } from '../files/schema.ts';
import { fileUrl } from '../files/links.ts';
import { buildProblem, getComment, createDiscussionClient } from '../../testing/discussion.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { goodProblem } from '../../testing/problems.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { getStoredFile, picture, storeUpload, upload, removeUnusedUploads } from '../../testing/uploads.ts';

let test: TestApp;
let seeker: TestCaller;
let solver: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  seeker = await test.signedIn('seeker');
  solver = await test.signedIn('solver');
});
afterAll(() => test.close());

const uploaded = (owner: TestCaller, given: Partial<typeof files.$inferInsert> = {}) =>
  storeUpload(test, owner, { mimeType: 'image/png', ...given });
const isRead = async (id: string) => (await test.app.inject({ method: 'GET', url: fileUrl(id) })).statusCode === 200;
const isThere = async (id: string) =>
  (await test.db.$count(files, eq(files.id, id))) > 0 || (await test.ports.files.read(id)) !== undefined;
const showing = (...ids: string[]) =>
  `It shows this:\n\n${ids.map((id) => `![fault](${fileUrl(id)}#640x480)`).join('\n')}\n\nWhy is that?`;

async function post(body: string): Promise<string> {
  const answer = await test.request('POST', '/api/problems', { as: seeker, payload: { ...goodProblem, body } });
  expect(answer.status).toBe(201);
  return (answer.body['problem'] as { _id: string })._id; // the answer's schema says so
}
const edit = (id: string, body: string) =>
  test.request('PUT', `/api/problems/${id}`, { as: seeker, payload: { ...goodProblem, body } });

describe('pictures in texts (product 5.19)', () => {
  it('are everybody’s to read once the problem that shows them is posted, and gone once it shows them no more', async () => {
    const [one, two] = [await uploaded(seeker), await uploaded(seeker)];
    expect(await isRead(one)).toBe(false);
    const id = await post(showing(one));
    expect(await isRead(one)).toBe(true);
    await edit(id, showing(one, two));
    expect([await isRead(one), await isRead(two)]).toEqual([true, true]);
    await edit(id, showing(two));
    expect([await isThere(one), await isRead(two)]).toEqual([false, true]);
  });

  it('are not among the attachments, and stay where those change', async () => {
    const [shown, attached] = [await uploaded(seeker), await uploaded(seeker)];
    const id = await post(showing(shown));
    const payload = { ...goodProblem, body: showing(shown), attachments: [attached] };
    const answer = await test.request('PUT', `/api/problems/${id}`, { as: seeker, payload });
    expect(answer.body['problem']).toMatchObject({ attachments: [{ _id: attached }] });
    expect(await isRead(shown)).toBe(true);
    const taken = await test.request('PUT', `/api/problems/${id}`, { as: seeker, payload: { ...payload, attachments: [shown] } });
    expect(taken).toMatchObject({ status: 422, body: { errors: { attachments: 'Please upload the file again' } } });
  });

  it('of a question are read by everybody until it is changed or deleted', async () => {
    const discussion = createDiscussionClient(test, await buildProblem(test, seeker.user.id));
    const [one, two] = [await uploaded(solver), await uploaded(solver)];
    const question = await discussion.addComment(solver, showing(one));
    expect(await isRead(one)).toBe(true);
    // Somebody else's text that shows it, too, does not take it away.
    await edit(await post(showing(one)), 'It shows nothing of all that any more, whatever I do.');
    expect(await isRead(one)).toBe(true);
    const changed = await test.request('PUT', `/api/comments/${question._id}`, {
      as: solver,
      payload: { content: showing(two) },
    });
    expect(getComment(changed).content).toBe(showing(two));
    expect([await isThere(one), await isRead(two)]).toEqual([false, true]);
    await test.request('DELETE', `/api/comments/${question._id}`, { as: solver });
    expect(await isThere(two)).toBe(false);
  });

  it('stay as long as any text shows them, and go once where two let go of them at once', async () => {
    const discussion = createDiscussionClient(test, await buildProblem(test, seeker.user.id));
    const id = await uploaded(solver);
    const remove = ({ _id }: Comment) => test.request('DELETE', `/api/comments/${_id}`, { as: solver });
    const first = await discussion.addComment(solver, showing(id));
    const others = [await discussion.addComment(solver, showing(id)), await discussion.addComment(solver, showing(id))];
    await remove(first);
    expect(await isRead(id)).toBe(true);
    await Promise.all(others.map(remove));
    expect(await isThere(id)).toBe(false);
  });

  it.each<[string, () => Promise<string>]>([
    ['somebody else’s', () => uploaded(solver)],
    ['of a message', () => uploaded(seeker, { purpose: 'message' })],
    ['no picture', () => uploaded(seeker, { mimeType: 'application/pdf' })],
  ])('are made nobody’s to read by a text that names a file that is %s', async (_what, make) => {
    const id = await make();
    const problem = await post(showing(id));
    expect(await isRead(id)).toBe(false);
    await edit(problem, 'It shows nothing of all that any more, whatever I do.');
    expect(await isThere(id)).toBe(true);
  });

  it('are not what is removed as unused, and are sent anew for another place', async () => {
    const old = { createdAt: new Date(Date.now() - 50 * 3_600_000) };
    const [shown, forgotten] = [await uploaded(seeker, old), await uploaded(seeker, old)];
    await post(showing(shown));
    const content = await picture('png');
    const send = async () => getStoredFile(await upload(test, seeker, [{ name: 'a.png', content }], '?purpose=attachment'))._id;
    const first = await send();
    await removeUnusedUploads(test);
    expect([await isRead(shown), await isThere(forgotten)]).toEqual([true, false]);
    expect(await send()).toBe(first);
    await post(showing(first));
    expect(await send()).not.toBe(first);
  });
});
