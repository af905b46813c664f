import type { Comment, Problem } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { problemFiles, problems, textPictures } from '../features/marketplace/schema.ts';
import { operatorActs } from '../platform/acts/schema.ts';
import { toldTo, underWay } from '../testing/agreements.ts';
import { addProblem, place } from '../testing/bids.ts';
import { discussionOf } from '../testing/discussion.ts';
import type { TestCaller } from '../testing/factories.ts';
import { allMissing, answersOf, createModeratedApp, inSitemap, REASON, TAKEN_DOWN } from '../testing/moderating.ts';
import type { ModeratedApp } from '../testing/moderating.ts';
import { buildModule } from '../testing/modules.ts';
import { goodProblem } from '../testing/problems.ts';
import type { TestApp } from '../testing/test-app.ts';
import { storedUpload } from '../testing/uploads.ts';
import { partsOf } from './content.ts';

let test: TestApp;
let takeDown: ModeratedApp['takeDown'];
let restore: ModeratedApp['restore'];
let author: TestCaller;
let reader: TestCaller;
beforeAll(async () => {
  ({ test, takeDown, restore } = await createModeratedApp());
});
afterAll(() => test.close());
beforeEach(async () => {
  author = await test.signedIn('seeker', { name: 'Mira' });
  reader = await test.signedIn('solver', { name: 'Diego', expertiseAreas: ['Zanzibar'] });
});

// The answers' schemas let nothing else out.
const problemSeenBy = async (id: string, as: TestCaller) =>
  (await test.ask('GET', `/api/problems/${id}`, { as })).body['problem'] as Problem;
const commentsSeenBy = async (id: string, as?: TestCaller) =>
  (await test.ask('GET', `/api/problems/${id}/comments`, { as })).body['comments'] as Comment[];

describe('a problem (product 6.10)', () => {
  const TITLE = 'Zanzibar importer loses rows';
  let id: string;
  let fileId: string;
  beforeEach(async () => {
    id = (await addProblem(test, author, { title: TITLE, body: 'Zanzibar.', tags: ['Zanzibar'] })).id;
    fileId = await storedUpload(test, author, { visibility: 'public' });
    await test.db.insert(problemFiles).values({ problemId: id, fileId, position: 0 });
    await discussionOf(test, id).say(reader, 'Which zanzibar?');
    await test.ask('PUT', `/api/problems/${id}/save`, { as: reader });
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

  it('is on no page, in no list, search, count, sitemap or file until it is restored, and then as it was', async () => {
    const read = async () => [
      await answersOf(test, [...lists(), ...pages()]),
      await answersOf(test, [...lists(), '/api/problems/saved', '/api/home'], reader),
    ];
    const before = await read();
    expect(JSON.stringify(before)).toContain(TITLE);
    expect(await inSitemap(test, 'problems')).toContain(`/problems/${id}`);

    await takeDown('problem', id);
    expect(await answersOf(test, pages())).toEqual(allMissing(pages()));
    expect(await answersOf(test, ownPages(), reader)).toEqual(allMissing(ownPages()));
    expect(JSON.stringify(await answersOf(test, lists()))).not.toContain(TITLE);
    expect(JSON.stringify(await answersOf(test, [...lists(), '/api/problems/saved', '/api/home'], reader))).not.toContain(TITLE);
    const { body } = await test.ask('GET', '/api/problems?search=zanzibar');
    expect(body).toMatchObject({ total: 0, problems: [], searchedFor: null });
    expect((await test.ask('GET', `/api/auth/profile/${author.user.id}`)).body).toMatchObject({
      user: { stats: { problemsPosted: 0 } },
    });
    expect(await inSitemap(test, 'problems')).not.toContain(`/problems/${id}`);

    await restore('problem', id);
    expect(await read()).toEqual(before);
    expect(await inSitemap(test, 'problems')).toContain(`/problems/${id}`);
  });

  it('shows its poster the page with the reason and the attachments, and notifies them', async () => {
    await takeDown('problem', id);
    const seen = await problemSeenBy(id, author);
    expect(seen).toMatchObject({ title: TITLE, takenDown: TAKEN_DOWN });
    expect((await test.ask('GET', seen.attachments[0]?.url ?? '')).status).toBe(200);
    expect((await test.ask('GET', `/api/files/${fileId}/link`, { as: author })).status).toBe(200);
    expect((await test.ask('GET', `/api/files/${fileId}/link`, { as: reader })).status).toBe(404);
    expect((await test.ask('GET', '/api/problems/user', { as: author })).body['problems']).toMatchObject([
      { _id: id, takenDown: TAKEN_DOWN },
    ]);
    const message = `Your problem "${TITLE}" was taken down: ${REASON}`;
    expect((await toldTo(test, author))[0]).toEqual({ type: 'moderated', title: 'Problem taken down', message });
    await restore('problem', id);
    expect(await problemSeenBy(id, author)).not.toHaveProperty('takenDown');
    expect((await toldTo(test, author))[0]).toMatchObject({ title: 'Problem restored' });
  });

  it('takes no bid, comment, edit, invitation, report or save; its poster reads why', async () => {
    await place(test, reader, id);
    const { body } = await test.ask('GET', `/api/bids?problemId=${id}`, { as: author });
    const [bid] = body['bids'] as { _id: string }[];
    await takeDown('problem', id);
    const other = await test.signedIn('solver');
    const answers = [
      await place(test, other, id),
      await discussionOf(test, id).post(reader, { content: 'Why?' }),
      await test.ask('PUT', `/api/problems/${id}/save`, { as: other }),
      await test.ask('POST', `/api/problems/${id}/reports`, { as: other, payload: { reason: 'spam' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const refused = { status: 409, body: { message: 'This problem was taken down. Its page says why.' } };
    for (const answer of [
      await test.ask('PUT', `/api/problems/${id}`, { as: author, payload: goodProblem }),
      await test.ask('PUT', `/api/bids/${bid?._id ?? ''}/accept`, { as: author }),
      await test.ask('POST', `/api/problems/${id}/invitations`, { as: author, payload: { solverId: other.user.id } }),
      await discussionOf(test, id).post(author, { content: 'Why?' }),
    ])
      expect(answer).toMatchObject(refused);
    expect((await test.ask('PUT', `/api/bids/${bid?._id ?? ''}/withdraw`, { as: reader })).status).toBe(200);
  });

  it('lets work that is under way go on', async () => {
    const its = await underWay(test);
    await takeDown('problem', its.problemId);
    expect(await problemSeenBy(its.problemId, its.solver)).toMatchObject({ agreement: { _id: its.id }, takenDown: TAKEN_DOWN });
    const solved = await test.ask('PUT', `/api/problems/${its.problemId}/status`, {
      as: its.seeker,
      payload: { status: 'solved' },
    });
    expect(solved.status).toBe(200);
    await restore('problem', its.problemId);
    expect((await test.ask('GET', `/api/problems/${its.problemId}`)).body).toMatchObject({ problem: { status: 'solved' } });
  });

  it('keeps a picture that another text still shows', async () => {
    const other = await addProblem(test, author);
    await test.db.delete(problemFiles).where(eq(problemFiles.fileId, fileId));
    await test.db.insert(textPictures).values([
      { fileId, problemId: id },
      { fileId, problemId: other.id },
    ]);
    await takeDown('problem', id);
    expect((await test.ask('GET', `/api/files/${fileId}`)).status).toBe(200);
    await takeDown('problem', other.id);
    expect((await test.ask('GET', `/api/files/${fileId}`)).status).toBe(404);
    await restore('problem', id);
    expect((await test.ask('GET', `/api/files/${fileId}`)).status).toBe(200);
  });
});

describe('a comment', () => {
  it('is a deleted one to others, and its author reads the words and the reason', async () => {
    const { id } = await addProblem(test, author);
    const discussion = discussionOf(test, id);
    const question = await discussion.say(reader, 'Is it Ada Example?');
    const answer = await discussion.say(author, 'Yes.', question._id);
    const before = await discussion.read();

    await takeDown('comment', question._id);
    const deleted = { ...question, content: '', author: null, isDeleted: true };
    expect(await discussion.read()).toEqual([deleted, answer]);
    expect(await commentsSeenBy(id, author)).toEqual([deleted, answer]);
    expect(await commentsSeenBy(id, reader)).toEqual([{ ...question, takenDown: TAKEN_DOWN }, answer]);
    const edited = await test.ask('PUT', `/api/comments/${question._id}`, { as: reader, payload: { content: 'Back' } });
    expect(edited.status).toBe(404);
    expect((await test.ask('GET', '/api/home', { as: author })).body).toMatchObject({ questions: [] });
    expect((await toldTo(test, reader))[0]).toMatchObject({ type: 'moderated', title: 'Comment taken down' });
    expect((await test.ask('GET', '/api/auth/export', { as: reader })).body).toMatchObject({
      comments: [{ content: 'Is it Ada Example?' }],
    });

    await takeDown('comment', answer._id);
    expect(await discussion.read()).toEqual([]);
    await restore('comment', answer._id);
    await restore('comment', question._id);
    expect(await discussion.read()).toEqual(before);
  });
});

describe('pnpm solvent content', () => {
  it('keeps who did what to which content and why', async () => {
    const { id } = await addProblem(test, author);
    await takeDown('problem', id);
    await restore('problem', id);
    const entries = await test.db.select().from(operatorActs).where(eq(operatorActs.subject, id)).orderBy(operatorActs.id);
    expect(entries).toMatchObject([
      { by: 'ada', reason: REASON },
      { by: 'ada', reason: 'She agreed.' },
    ]);
  });

  it('refuses what is done already, and what is not there, in a sentence', async () => {
    const { id } = await addProblem(test, author);
    await expect(restore('problem', id)).rejects.toThrow('This problem is not taken down.');
    await takeDown('problem', id);
    await expect(takeDown('problem', id)).rejects.toThrow('This problem is already taken down.');
    await expect(restore('comment', id)).rejects.toThrow(/^No published comment has the id/);
    await expect(takeDown('review', 'nonsense')).rejects.toThrow(/^No published review has the id nonsense/);
    expect(await test.db.$count(operatorActs, eq(operatorActs.subject, id))).toBe(1);
    expect(await test.db.$count(problems, eq(problems.id, id))).toBe(1);
  });

  it('lists the ids beneath a problem and a module', async () => {
    const { id } = await addProblem(test, author, { title: 'Rows are lost' });
    const comment = await discussionOf(test, id).say(reader, 'Which version?');
    await takeDown('comment', comment._id);
    expect(await partsOf(test.db, 'problem', id)).toEqual([
      { kind: 'problem', id, author: 'Mira', text: 'Rows are lost', isTakenDown: false },
      { kind: 'comment', id: comment._id, author: 'Diego', text: 'Which version?', isTakenDown: true },
    ]);
    const module = await buildModule(test, author, { title: 'Charts' });
    expect(await partsOf(test.db, 'module', module.slug)).toEqual([
      { kind: 'module', id: module.id, author: 'Mira', text: 'Charts', isTakenDown: false },
    ]);
    expect(await partsOf(test.db, 'problem', 'nonsense')).toEqual([]);
  });
});
