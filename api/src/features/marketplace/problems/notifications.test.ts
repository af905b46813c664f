import type { Problem } from '@solvent/contracts';
import { savedProblems } from '../../../schema/index.ts';
import { countNotifications, setStatus, notificationsTo, createActiveAgreement } from '../../../testing/agreements.ts';
import { getBid, placeBid, putBid } from '../../../testing/bids.ts';
import { buildProblem, createDiscussionClient } from '../../../testing/discussion.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { goodProblem } from '../../../testing/problems.ts';
import { postReview } from '../../../testing/solved-problems.ts';
import { setUpEach } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const test = setUpTestApp();
const poster = setUpEach(() => test.signedIn('seeker', { name: 'Mira' }));
const asker = setUpEach(() => test.signedIn('solver', { name: 'Diego' }));
const other = setUpEach(() => test.signedIn('solver', { name: 'Grace' }));

const TITLE = 'A problem to talk about';

describe('questions and answers (product 4.5, 4.13)', () => {
  let talk: ReturnType<typeof createDiscussionClient>;
  let problemId: string;
  beforeEach(async () => {
    problemId = await buildProblem(test, poster.user.id);
    talk = createDiscussionClient(test, problemId);
  });

  it('notifies the poster of a question, its author of an answer, and both of an answer by another user', async () => {
    const question = await talk.addComment(asker, 'Which version?');
    const questionNotification = { type: 'question', title: 'New question', message: `Diego asked on "${TITLE}"` };
    expect(await notificationsTo(test, poster)).toEqual([questionNotification]);
    await talk.addComment(poster, 'The last one.', question._id);
    const answerNotification = (name: string) => ({
      type: 'answer',
      title: 'New answer',
      message: `${name} answered on "${TITLE}"`,
    });
    expect(await notificationsTo(test, asker)).toEqual([answerNotification('Mira')]);
    expect(await notificationsTo(test, poster)).toHaveLength(1);
    await talk.addComment(other, 'I had the same with 4.2.', question._id);
    for (const as of [asker, poster]) expect(await notificationsTo(test, as)).toContainEqual(answerNotification('Grace'));
    expect(await notificationsTo(test, other)).toEqual([]);
  });

  it('does not notify users of their own comments', async () => {
    const question = await talk.addComment(poster, 'Does somebody know this?');
    await talk.addComment(poster, 'It seems so.', question._id);
    const own = await talk.addComment(asker, 'Which version?');
    await talk.addComment(asker, 'I see it now.', own._id);
    expect(await notificationsTo(test, asker)).toEqual([]);
    expect((await notificationsTo(test, poster)).map(({ type }) => type)).toEqual(['answer', 'question']);
  });

  it('groups unread questions of one user, and keeps those of two users apart', async () => {
    for (const words of ['First?', 'Second?', 'Third?']) await talk.addComment(asker, words);
    await talk.addComment(other, 'And I?');
    expect(await notificationsTo(test, poster)).toEqual([
      { type: 'question', title: 'New question', message: `Grace asked on "${TITLE}"` },
      { type: 'question', title: '3 new questions', message: `Diego asked on "${TITLE}"` },
    ]);
    await test.request('PUT', '/api/notifications/read-all', { as: poster });
    await talk.addComment(asker, 'Fourth?');
    expect((await notificationsTo(test, poster)).map(({ title }) => title)).toEqual([
      'New question',
      'New question',
      '3 new questions',
    ]);
  });

  it('counts concurrent questions, and repeated requests once', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, number) => talk.addComment(asker, `Question ${number}?`)));
    const headers = { 'idempotency-key': 'the-same-one-1' };
    for (let time = 0; time < 2; time += 1) await talk.post(asker, { content: 'Which version?' }, headers);
    expect(await notificationsTo(test, poster)).toMatchObject([{ title: '11 new questions' }]);
  });

  it('does not notify deleted accounts', async () => {
    const question = await talk.addComment(asker, 'Which version?');
    await test.request('POST', '/api/auth/delete-account', { as: asker, payload: { password: 'a-good-password' } });
    await talk.addComment(other, 'The last.', question._id);
    expect(await countNotifications(test, problemId, 'answer')).toBe(1);
  });
});

async function posted(given: object): Promise<string> {
  const { body } = await test.request('POST', '/api/problems', { as: poster, payload: { ...goodProblem, ...given } });
  return (body['problem'] as Problem)._id;
}

it('replaces quotes within a quoted title', async () => {
  const id = await posted({ title: 'It says "no rows" and \u201Cstops\u201D' });
  await placeBid(test, asker, id);
  await createDiscussionClient(test, id).addComment(asker, 'Which?');
  expect((await notificationsTo(test, poster)).map(({ message }) => message)).toEqual([
    `Diego asked on "It says 'no rows' and 'stops'"`,
    `Diego bid $120 on "It says 'no rows' and 'stops'"`,
  ]);
});

describe('a budget change', () => {
  async function edit(id: string, changed: object): Promise<Problem['timeline']> {
    const { body } = await test.request('PUT', `/api/problems/${id}`, { as: poster, payload: { ...goodProblem, ...changed } });
    return (body['problem'] as Problem).timeline;
  }

  it('is in the timeline, without an edit if nothing else changed', async () => {
    const id = await posted({ budget: 500 });
    expect((await edit(id, { budget: 300 })).slice(1)).toMatchObject([
      { event: 'budget_changed', budget: { before: 500, after: 300 } },
    ]);
    const [, first, second] = await edit(id, { budget: 300, title: 'Our importer loses rows by day' });
    expect([first, second]).toMatchObject([{ event: 'budget_changed' }, { event: 'edited' }]);
    expect(second).not.toHaveProperty('budget');
    const again = await edit(id, { budget: 400, title: 'Our importer loses rows by day' });
    expect(again.at(-1)).toMatchObject({ event: 'budget_changed', times: 2, budget: { before: 500, after: 400 } });
  });

  it('notifies pending bidders of a lower budget', async () => {
    const id = await posted({ budget: 1500 });
    await placeBid(test, asker, id);
    await putBid(test, other, getBid(await placeBid(test, other, id))._id, 'withdraw');
    await edit(id, { budget: 1200 });
    const message = `Mira lowered the budget of "${goodProblem.title}" from $1,500 to $1,200. Your bid is unchanged`;
    expect(await notificationsTo(test, asker)).toEqual([{ type: 'budget_changed', title: 'Budget lowered', message }]);
    await edit(id, { budget: 2000 });
    await edit(id, { budget: 900 });
    expect(await notificationsTo(test, asker)).toMatchObject([{ message: expect.stringContaining('from $2,000 to $900') }]);
    expect(await notificationsTo(test, other)).toEqual([]);
    expect((await notificationsTo(test, poster)).map(({ type }) => type)).toEqual(['new_bid', 'new_bid']);
  });
});

describe('a saved problem', () => {
  const save = (problemId: string, ...people: TestCaller[]) =>
    test.db.insert(savedProblems).values(people.map(({ user }) => ({ problemId, userId: user.id, savedAt: new Date() })));

  it('notifies users who saved it once when it is closed repeatedly', async () => {
    const problemId = await buildProblem(test, poster.user.id);
    await save(problemId, asker, other, poster);
    for (const status of ['closed', 'open', 'closed']) await setStatus(test, poster, problemId, status);
    const message = `"${TITLE}", which you saved, was closed`;
    const expected = [{ type: 'saved_closed', title: 'Saved problem closed', message }];
    for (const as of [asker, other]) expect(await notificationsTo(test, as)).toEqual(expected);
    expect(await notificationsTo(test, poster)).toEqual([]);
  });

  it('notifies users who saved it when it is solved, except for its parties', async () => {
    const agreement = await createActiveAgreement(test);
    await save(agreement.problemId, asker, agreement.seeker, agreement.solver);
    await setStatus(test, agreement.seeker, agreement.problemId, 'solved');
    expect(await notificationsTo(test, asker)).toMatchObject([{ type: 'saved_closed', title: 'Saved problem solved' }]);
    expect(await countNotifications(test, agreement.problemId, 'saved_closed')).toBe(1);
  });
});

it('notifies users of a rating without its content, and when both can be read', async () => {
  const agreement = await createActiveAgreement(test);
  await setStatus(test, agreement.seeker, agreement.problemId, 'solved');
  await postReview(test, agreement, agreement.solver, { rating: 2, text: 'Slow to answer' });
  const [first] = await notificationsTo(test, agreement.seeker);
  expect(first).toMatchObject({ type: 'rated', title: 'You were rated' });
  expect(first?.message).toMatch(
    /^Diego rated you for ".*"\. You can read it once you have rated too, or from \w+ \d+ at \d\d:\d\d UTC$/,
  );
  expect(first?.message).not.toMatch(/Slow|\b2\b/);
  await postReview(test, agreement, agreement.seeker);
  expect((await notificationsTo(test, agreement.solver))[0]).toEqual({
    type: 'rated',
    title: 'You were rated',
    message: `${agreement.seeker.user.name} rated you for "${agreement.title}". Both ratings can be read now`,
  });
  expect(await countNotifications(test, agreement.problemId, 'rated')).toBe(2);
});
