import { eq } from 'drizzle-orm';
import { fileUrl } from '../features/files/links.ts';
import { takeDowns } from '../schema/index.ts';
import { notificationsTo } from '../testing/agreements.ts';
import { addProblem } from '../testing/bids.ts';
import { createDiscussionClient } from '../testing/discussion.ts';
import { fetchComments, restore, takeDown, TAKEN_DOWN } from '../testing/moderation.ts';
import { setUpEach } from '../testing/set-up.ts';
import { setUpTestApp } from '../testing/test-app.ts';
import { storeUpload } from '../testing/uploads.ts';

const test = setUpTestApp({ config: { payments: 'test' } });
const author = setUpEach(() => test.signedIn('seeker', { name: 'Mira' }));
const reader = setUpEach(() => test.signedIn('solver', { name: 'Diego' }));

describe('a comment', () => {
  it('looks deleted to others, and its author sees the text and the reason', async () => {
    const { id } = await addProblem(test, author);
    const discussion = createDiscussionClient(test, id);
    const question = await discussion.addComment(reader, 'Is it Ada Example?');
    const answer = await discussion.addComment(author, 'Yes.', question._id);
    const before = await discussion.list();

    await takeDown(test, 'comment', question._id);
    const deleted = { ...question, content: '', author: null, isDeleted: true };
    expect(await discussion.list()).toEqual([deleted, answer]);
    expect(await fetchComments(test, id, author)).toEqual([deleted, answer]);
    expect(await fetchComments(test, id, reader)).toEqual([{ ...question, takenDown: TAKEN_DOWN }, answer]);
    const edited = await test.request('PUT', `/api/comments/${question._id}`, { as: reader, payload: { content: 'Back' } });
    expect(edited.status).toBe(404);
    expect((await test.request('GET', '/api/home', { as: author })).body).toMatchObject({ questions: [] });
    expect((await notificationsTo(test, reader))[0]).toMatchObject({ type: 'moderated', title: 'Comment taken down' });
    expect((await test.request('GET', '/api/auth/export', { as: reader })).body).toMatchObject({
      comments: [{ content: 'Is it Ada Example?' }],
    });

    await takeDown(test, 'comment', answer._id);
    expect(await discussion.list()).toEqual([]);
    await restore(test, 'comment', answer._id);
    await restore(test, 'comment', question._id);
    expect(await discussion.list()).toEqual(before);
  });
});

it('lets the author of a comment delete it while it is taken down; then it can’t be restored', async () => {
  const { id } = await addProblem(test, author);
  const discussion = createDiscussionClient(test, id);
  const question = await discussion.addComment(reader, 'Is it Ada Example?');
  const answer = await discussion.addComment(author, 'Yes.', question._id);
  await takeDown(test, 'comment', question._id);
  expect((await test.request('DELETE', `/api/comments/${question._id}`, { as: author })).status).toBe(404);
  const deleted = await test.request('DELETE', `/api/comments/${question._id}`, { as: reader });
  expect(deleted).toMatchObject({ status: 200, body: { comment: { isDeleted: true, content: '' } } });
  const seen = await fetchComments(test, id, reader);
  expect(seen).toEqual([{ ...question, content: '', author: null, isDeleted: true }, answer]);
  expect((await test.request('DELETE', `/api/comments/${question._id}`, { as: reader })).status).toBe(404);
  await expect(restore(test, 'comment', question._id)).rejects.toThrow('The author of this comment deleted it');
  expect(await test.db.$count(takeDowns, eq(takeDowns.subjectId, question._id))).toBe(1);
});

it('hides the pictures of a comment that is restored while its problem is taken down', async () => {
  const { id } = await addProblem(test, author);
  const picture = await storeUpload(test, reader, { mimeType: 'image/png' });
  const comment = await createDiscussionClient(test, id).addComment(reader, `![](${fileUrl(picture)})`);
  for (let round = 0; round < 10; round += 1) {
    await takeDown(test, 'comment', comment._id);
    await Promise.all([restore(test, 'comment', comment._id), takeDown(test, 'problem', id)]);
    expect((await test.request('GET', fileUrl(picture))).status).toBe(404);
    await restore(test, 'problem', id);
    expect((await test.request('GET', fileUrl(picture))).status).toBe(200);
  }
});
