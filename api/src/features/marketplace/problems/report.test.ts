import { eq } from 'drizzle-orm';
import { problemReports } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem } from '../../../testing/problems.ts';

let test: TestApp;
let poster: TestCaller;
let problemId: string;
beforeAll(async () => {
  test = await createTestApp();
  poster = await test.signedIn('seeker');
});
beforeEach(async () => {
  problemId = (await buildProblem(test.db, poster.user.id)).id;
});
afterAll(() => test.close());

const report = (as: TestCaller | undefined, payload: object, id = problemId) =>
  test.ask('POST', `/api/problems/${id}/reports`, { as, payload });
const kept = () => test.db.select().from(problemReports).where(eq(problemReports.problemId, problemId));

describe('POST /api/problems/:id/reports', () => {
  it('keeps what somebody says, for the team alone', async () => {
    const solver = await test.signedIn('solver');
    const answer = await report(solver, { reason: 'spam', description: '  The same text everywhere. ', userId: poster.user.id });
    expect(answer).toMatchObject({ status: 201, body: { status: true } });
    expect(await kept()).toMatchObject([{ userId: solver.user.id, reason: 'spam', description: 'The same text everywhere.' }]);
  });

  it('replaces what the same person said before', async () => {
    const [one, other] = [await test.signedIn('solver'), await test.signedIn('seeker')];
    await report(one, { reason: 'spam', description: 'Twice.' });
    await report(other, { reason: 'other' });
    await report(one, { reason: 'copyright' });
    expect((await kept()).map(({ reason, description }) => [reason, description])).toEqual(
      expect.arrayContaining([
        ['other', ''],
        ['copyright', ''],
      ]),
    );
    expect(await kept()).toHaveLength(2);
  });

  it('is not for one’s own problem', async () => {
    expect(await report(poster, { reason: 'spam' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This is your own problem: you can edit or close it.' },
    });
    expect(await kept()).toEqual([]);
  });

  it.each([
    [{}, { reason: 'Choose a reason' }],
    [{ reason: 'boring' }, { reason: 'Choose a reason' }],
    [{ reason: 'spam', description: 'x'.repeat(2001) }, { description: 'A description cannot exceed 2,000 characters' }],
    [{ reason: 'spam', description: 'a\0b' }, { description: 'This text holds a character that cannot be stored' }],
  ])('refuses %j', async (payload, errors) => {
    expect(await report(await test.signedIn('solver'), payload)).toMatchObject({ status: 422, body: { errors } });
    expect(await kept()).toEqual([]);
  });

  it('wants a session and a problem', async () => {
    expect((await report(undefined, { reason: 'spam' })).status).toBe(401);
    const answer = await report(poster, { reason: 'spam' }, '01a1fc95-ef6f-7d45-9534-3c29a6ff569d');
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('is taken five times an hour from one network address', async () => {
    const limited = await createTestApp({ config: { rateLimitFactor: 1 } });
    const caller = await limited.signedIn('solver');
    const { id } = await buildProblem(limited.db, (await limited.user()).id);
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push(
        (await limited.ask('POST', `/api/problems/${id}/reports`, { as: caller, payload: { reason: 'spam' } })).status,
      );
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    await limited.close();
  });
});
