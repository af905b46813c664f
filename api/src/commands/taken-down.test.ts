import { eq } from 'drizzle-orm';
import { fileUrl } from '../features/files/links.ts';
import { problemFiles, problems, textPictures } from '../schema/index.ts';
import { auditEntries } from '../schema/operators.ts';
import { notificationsTo, createActiveAgreement } from '../testing/agreements.ts';
import { addProblem, placeBid } from '../testing/bids.ts';
import { createDiscussionClient } from '../testing/discussion.ts';
import type { TestCaller } from '../testing/factories.ts';
import {
  allMissing,
  fetchResponses,
  fetchComments,
  restore,
  takeDown,
  listSitemapPaths,
  INTERNAL_REASON,
  fetchProblem,
  REASON,
  TAKEN_DOWN,
} from '../testing/moderation.ts';
import { buildModule } from '../testing/modules.ts';
import { goodProblem } from '../testing/problems.ts';
import { setUpEach } from '../testing/set-up.ts';
import { setUpTestApp } from '../testing/test-app.ts';
import { storeUpload } from '../testing/uploads.ts';
import { listContentItems } from './content.ts';

const test = setUpTestApp({ config: { payments: 'test' } });
const author = setUpEach(() => test.signedIn('seeker', { name: 'Mira' }));
const reader = setUpEach(() => test.signedIn('solver', { name: 'Diego', expertiseAreas: ['Zanzibar'] }));

describe('a problem (product 6.10)', () => {
  const TITLE = 'Zanzibar importer loses rows';
  let id: string;
  let fileId: string;
  beforeEach(async () => {
    id = (await addProblem(test, author, { title: TITLE, body: 'Zanzibar.', tags: ['Zanzibar'] })).id;
    fileId = await storeUpload(test, author, { visibility: 'public' });
    await test.db.insert(problemFiles).values({ problemId: id, fileId, position: 0 });
    await createDiscussionClient(test, id).addComment(reader, 'Which zanzibar?');
    await test.request('PUT', `/api/problems/${id}/save`, { as: reader });
  });

  const lists = () => [
    '/api/problems?limit=100',
    '/api/problems?search=zanzibar',
    '/api/problems?tags=zanzibar',
    '/api/problems/categories?search=zanzibar',
    '/api/problems/similar?title=Zanzibar%20importer%20loses%20rows',
    `/api/problems/user?userId=${author.user.id}`,
    `/api/auth/profile/${author.user.id}`,
  ];
  const ownPages = () => [`/api/problems/${id}`, `/api/problems/${id}/comments`, `/api/problems/${id}/timeline`];
  const pages = () => [...ownPages(), `/api/bids?problemId=${id}`, `/api/problems/${id}/card.png`, `/api/files/${fileId}`];

  it('is on no page, list, search, count, sitemap or file until it is restored unchanged', async () => {
    const read = async () => [
      await fetchResponses(test, [...lists(), ...pages()]),
      await fetchResponses(test, [...lists(), '/api/problems/saved', '/api/home'], reader),
    ];
    const before = await read();
    expect(JSON.stringify(before)).toContain(TITLE);
    expect(await listSitemapPaths(test, 'problems')).toContain(`/problems/${id}`);

    await takeDown(test, 'problem', id);
    expect(await fetchResponses(test, pages())).toEqual(allMissing(pages()));
    expect(await fetchResponses(test, ownPages(), reader)).toEqual(allMissing(ownPages()));
    expect(JSON.stringify(await fetchResponses(test, lists()))).not.toContain(TITLE);
    expect(JSON.stringify(await fetchResponses(test, [...lists(), '/api/problems/saved', '/api/home'], reader))).not.toContain(
      TITLE,
    );
    const { body } = await test.request('GET', '/api/problems?search=zanzibar');
    expect(body).toMatchObject({ total: 0, problems: [], searchedFor: null });
    expect((await test.request('GET', `/api/auth/profile/${author.user.id}`)).body).toMatchObject({
      user: { stats: { problemsPosted: 0 } },
    });
    expect(await listSitemapPaths(test, 'problems')).not.toContain(`/problems/${id}`);

    await restore(test, 'problem', id);
    expect(await read()).toEqual(before);
    expect(await listSitemapPaths(test, 'problems')).toContain(`/problems/${id}`);
  });

  it('shows its poster the page with the reason and the attachments, and notifies them', async () => {
    await takeDown(test, 'problem', id);
    const seen = await fetchProblem(test, id, author);
    expect(seen).toMatchObject({ title: TITLE, takenDown: TAKEN_DOWN });
    expect((await test.request('GET', seen.attachments[0]?.url ?? '')).status).toBe(200);
    expect((await test.request('GET', `/api/files/${fileId}/link`, { as: author })).status).toBe(200);
    expect((await test.request('GET', `/api/files/${fileId}/link`, { as: reader })).status).toBe(404);
    expect((await test.request('GET', '/api/problems/user', { as: author })).body['problems']).toMatchObject([
      { _id: id, takenDown: TAKEN_DOWN },
    ]);
    const message = `Your problem "${TITLE}" was taken down: ${REASON}`;
    expect((await notificationsTo(test, author))[0]).toEqual({ type: 'moderated', title: 'Problem taken down', message });
    await restore(test, 'problem', id);
    expect(await fetchProblem(test, id, author)).not.toHaveProperty('takenDown');
    expect((await notificationsTo(test, author))[0]).toMatchObject({ title: 'Problem restored' });
  });

  it('refuses bids, comments, edits, invitations, reports and saves; its poster sees the reason', async () => {
    await placeBid(test, reader, id);
    const { body } = await test.request('GET', `/api/bids?problemId=${id}`, { as: author });
    const [bid] = body['bids'] as { _id: string }[];
    await takeDown(test, 'problem', id);
    const other = await test.signedIn('solver');
    const answers = [
      await placeBid(test, other, id),
      await createDiscussionClient(test, id).post(reader, { content: 'Why?' }),
      await test.request('PUT', `/api/problems/${id}/save`, { as: other }),
      await test.request('POST', `/api/problems/${id}/reports`, { as: other, payload: { reason: 'spam' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const refused = { status: 409, body: { message: 'This problem was taken down. Its page says why.' } };
    for (const answer of [
      await test.request('PUT', `/api/problems/${id}`, { as: author, payload: goodProblem }),
      await test.request('PUT', `/api/bids/${bid?._id ?? ''}/accept`, { as: author }),
      await test.request('POST', `/api/problems/${id}/invitations`, { as: author, payload: { solverId: other.user.id } }),
      await createDiscussionClient(test, id).post(author, { content: 'Why?' }),
    ])
      expect(answer).toMatchObject(refused);
    expect((await test.request('PUT', `/api/bids/${bid?._id ?? ''}/withdraw`, { as: reader })).status).toBe(200);
  });

  it('refuses edits and pins of its comments, whose pictures stay hidden; their authors can delete them', async () => {
    const discussion = createDiscussionClient(test, id);
    const picture = await storeUpload(test, author, { mimeType: 'image/png' });
    const question = await discussion.addComment(reader, 'Which one?');
    const own = await discussion.addComment(author, `![](${fileUrl(picture)})`);
    const change = (as: TestCaller, path: string, payload: object) =>
      test.request('PUT', `/api/comments/${path}`, { as, payload });
    await takeDown(test, 'problem', id);
    const answers = [
      await change(author, own._id, { content: `Look: ![](${fileUrl(picture)})` }),
      await change(reader, question._id, { content: 'Which two?' }),
      await change(author, `${question._id}/pin`, { pinned: true }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 409]);
    expect((await test.request('GET', fileUrl(picture))).status).toBe(404);
    expect((await test.request('DELETE', `/api/comments/${question._id}`, { as: reader })).status).toBe(200);
  });

  it('lets the work of an agreement continue', async () => {
    const its = await createActiveAgreement(test);
    await takeDown(test, 'problem', its.problemId);
    expect(await fetchProblem(test, its.problemId, its.solver)).toMatchObject({
      agreement: { _id: its.id },
      takenDown: TAKEN_DOWN,
    });
    const solved = await test.request('PUT', `/api/problems/${its.problemId}/status`, {
      as: its.seeker,
      payload: { status: 'solved' },
    });
    expect(solved.status).toBe(200);
    await restore(test, 'problem', its.problemId);
    expect((await test.request('GET', `/api/problems/${its.problemId}`)).body).toMatchObject({ problem: { status: 'solved' } });
  });

  it('shows the pictures of its texts to users who can still read it', async () => {
    const its = await createActiveAgreement(test);
    const picture = () => storeUpload(test, its.seeker, { mimeType: 'image/png', visibility: 'public' });
    const [inBody, inComment, foreign] = [
      await picture(),
      await picture(),
      await storeUpload(test, author, { visibility: 'hidden' }),
    ];
    const content = `![](${fileUrl(inComment)}#9x9)`;
    const comment = await createDiscussionClient(test, its.problemId).addComment(its.seeker, content);
    const body = `![](${fileUrl(inBody)}) and ![](${fileUrl(foreign)})`;
    await test.db.update(problems).set({ body }).where(eq(problems.id, its.problemId));
    await test.db.insert(textPictures).values({ fileId: inBody, problemId: its.problemId });
    await takeDown(test, 'problem', its.problemId);
    for (const as of [its.seeker, its.solver]) {
      const texts = [
        (await fetchProblem(test, its.problemId, as)).body,
        (await fetchComments(test, its.problemId, as))[0]?.content ?? '',
      ];
      const urls = texts.flatMap((text) => [...text.matchAll(/\]\(([^)#]+)/g)].map(([, url = '']) => url));
      expect(urls.map((url) => url.split('?')[0])).toEqual([inBody, foreign, inComment].map(fileUrl));
      expect(await Promise.all(urls.map(async (url) => (await test.request('GET', url)).status))).toEqual([200, 404, 200]);
      for (const one of [inBody, inComment]) expect((await test.request('GET', fileUrl(one), { as })).status).toBe(200);
    }
    for (const one of [inBody, inComment])
      expect((await test.request('GET', `/api/files/${one}/link`, { as: reader })).status).toBe(404);
    await takeDown(test, 'comment', comment._id);
    expect((await test.request('GET', fileUrl(inComment), { as: its.seeker })).status).toBe(200);
    expect((await test.request('GET', fileUrl(inComment), { as: its.solver })).status).toBe(404);
    await restore(test, 'problem', its.problemId);
    expect((await fetchProblem(test, its.problemId, its.solver)).body).toBe(body);
    expect((await fetchComments(test, its.problemId, its.seeker))[0]?.content).toMatch(/\?expires=\d+&signature=[\w-]+#9x9\)$/);
    expect((await test.request('GET', fileUrl(inComment))).status).toBe(404);
  });

  it('does not hide a picture that other published texts use', async () => {
    const other = await addProblem(test, author);
    await test.db.delete(problemFiles).where(eq(problemFiles.fileId, fileId));
    await test.db.insert(textPictures).values([
      { fileId, problemId: id },
      { fileId, problemId: other.id },
    ]);
    await takeDown(test, 'problem', id);
    expect((await test.request('GET', `/api/files/${fileId}`)).status).toBe(200);
    await takeDown(test, 'problem', other.id);
    expect((await test.request('GET', `/api/files/${fileId}`)).status).toBe(404);
    await restore(test, 'problem', id);
    expect((await test.request('GET', `/api/files/${fileId}`)).status).toBe(200);
  });
});

describe('pnpm solvent content', () => {
  it('records operator, action, content and reason', async () => {
    const { id } = await addProblem(test, author);
    await takeDown(test, 'problem', id);
    await restore(test, 'problem', id);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.subject, id)).orderBy(auditEntries.id);
    expect(entries).toMatchObject([
      { by: 'ada', reason: INTERNAL_REASON },
      { by: 'ada', reason: 'She agreed.' },
    ]);
  });

  it('refuses a repeated action and unknown content with a sentence', async () => {
    const { id } = await addProblem(test, author);
    await expect(restore(test, 'problem', id)).rejects.toThrow('This problem is not taken down.');
    await takeDown(test, 'problem', id);
    await expect(takeDown(test, 'problem', id)).rejects.toThrow('This problem is already taken down.');
    await expect(restore(test, 'comment', id)).rejects.toThrow(/^No published comment has the id/);
    await expect(takeDown(test, 'review', 'nonsense')).rejects.toThrow(/^No published review has the id nonsense/);
    expect(await test.db.$count(auditEntries, eq(auditEntries.subject, id))).toBe(1);
    expect(await test.db.$count(problems, eq(problems.id, id))).toBe(1);
  });

  it('lists the ids of the comments and reviews of a problem and a module', async () => {
    const { id } = await addProblem(test, author, { title: 'Rows are lost' });
    const comment = await createDiscussionClient(test, id).addComment(reader, 'Which version?');
    await takeDown(test, 'comment', comment._id);
    expect(await listContentItems(test.db, 'problem', id)).toEqual([
      { kind: 'problem', id, author: 'Mira', text: 'Rows are lost', isTakenDown: false },
      { kind: 'comment', id: comment._id, author: 'Diego', text: 'Which version?', isTakenDown: true },
    ]);
    const module = await buildModule(test, author, { title: 'Charts' });
    expect(await listContentItems(test.db, 'module', module.slug)).toEqual([
      { kind: 'module', id: module.id, author: 'Mira', text: 'Charts', isTakenDown: false },
    ]);
    expect(await listContentItems(test.db, 'problem', 'nonsense')).toEqual([]);
  });
});
