import { eq, sql } from 'drizzle-orm';
import { moduleDownloads, modulePurchases, moduleReports, savedModules } from '../../toolbox/schema.ts';
import { problemReports, savedProblems } from '../../marketplace/schema.ts';
import { users } from '../schema.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildLeaver } from '../../../testing/leaver.ts';

type Leaver = Awaited<ReturnType<typeof buildLeaver>>;

let test: TestApp;
let leaver: Leaver;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  leaver = await buildLeaver(test);
});
afterAll(() => test.close());

const remove = (as: TestCaller) => test.ask('POST', '/api/auth/delete-account', { as, payload: { password: TEST_PASSWORD } });
const logIn = (email: string) => test.ask('POST', '/api/auth/login', { payload: { email, password: TEST_PASSWORD } });

/** Every row of every table, as one text each, behind the table's name. */
async function everything(): Promise<string[]> {
  const tables = await test.db.execute<{ name: string }>(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const rows: string[] = [];
  for (const { name } of tables.rows) {
    const found = await test.db.execute<{ row: string }>(sql`SELECT t::text AS row FROM ${sql.identifier(name)} AS t`);
    rows.push(...found.rows.map(({ row }) => `${name}: ${row}`));
  }
  return rows;
}

/** What is personal of somebody, as it stands in a row's text. */
function marksOf({ caller: { user }, picture, formerPicture, unused }: Leaver): string[] {
  const { name, email, headline, bio, location, timeZone, website, github, passwordHash, expertiseAreas } = user;
  const texts = [name, email, headline, bio, location, timeZone, website, github, passwordHash ?? '', ...expertiseAreas];
  return [...texts, picture.id, formerPicture.id, unused.id, `github-${user.id}`, `push-${user.id}`, `device-${user.id}`];
}

async function rowsWith(mark: string): Promise<string[]> {
  return (await everything()).filter((row) => row.toLowerCase().includes(mark.toLowerCase()));
}

describe('deleting an account', () => {
  it('leaves nothing personal in any table', async () => {
    const marks = marksOf(leaver);
    for (const mark of marks) expect([mark, (await rowsWith(mark)).length]).not.toEqual([mark, 0]);
    // Failed tries at the address leave counters of it.
    await test.ask('POST', '/api/auth/login', { payload: { email: leaver.caller.user.email, password: 'wrong' } });
    const counters = async () => (await everything()).filter((row) => row.startsWith('rate_limits'));
    const before = await counters();

    expect((await remove(leaver.caller)).status).toBe(200);
    await test.doJobs();
    for (const mark of marks) expect([mark, await rowsWith(mark)]).toEqual([mark, []]);
    const after = new Set(await counters());
    expect(before.filter((row) => !after.has(row))).toHaveLength(2);
  });

  it('leaves a row without a face, a password or a way in', async () => {
    const { id } = leaver.caller.user;
    await remove(leaver.caller);
    expect(await test.db.select().from(users).where(eq(users.id, id))).toMatchObject([
      {
        name: 'Deleted user',
        email: `deleted-${id}@deleted.invalid`,
        passwordHash: null,
        image: null,
        deletedAt: expect.any(Date),
      },
    ]);
    expect((await logIn(`deleted-${id}@deleted.invalid`)).status).toBe(401);
  });

  it('deletes the pictures, and leaves those of others', async () => {
    const { caller, picture, formerPicture, unused, seeker } = leaver;
    await remove(caller);
    await test.doJobs();
    for (const { storageKey, url } of [picture, formerPicture, unused]) {
      expect(await test.ports.files.read(storageKey)).toBeUndefined();
      expect((await test.ask('GET', url)).status).toBe(404);
    }
    expect((await test.ask('GET', '/api/auth/profile', { as: seeker })).status).toBe(200);
  });

  it('ends the session, and says of the address what is said of any', async () => {
    const { caller } = leaver;
    await remove(caller);
    expect((await test.ask('GET', '/api/auth/profile', { as: caller })).status).toBe(401);
    const { status, body } = await logIn(caller.user.email);
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'invalid_credentials', message: 'The email address or the password is wrong.' });
  });

  it('lets the address sign up afresh', async () => {
    const { email, id } = leaver.caller.user;
    await remove(leaver.caller);
    const payload = { name: 'Ford', email, password: 'a-towel-and-a-half', role: 'seeker' };
    const { status, body } = await test.ask('POST', '/api/auth/signup', { payload });
    expect(status).toBe(201);
    expect(body).toMatchObject({ user: { name: 'Ford', email, headline: '' } });
    expect(body['user']).not.toMatchObject({ _id: id });
  });

  it('keeps what the person wrote to others readable, under "Deleted user"', async () => {
    const { caller, work, seeker } = leaver;
    await remove(caller);
    const nobody = { _id: caller.user.id, name: 'Deleted user', image: null };
    for (const id of Object.values(work.own)) {
      const { status, body } = await test.ask('GET', `/api/problems/${id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ problem: { user: nobody, body: 'It crashes.' } });
    }
    const { body } = await test.ask('GET', `/api/problems/user?userId=${caller.user.id}`);
    expect(body['problems']).toMatchObject([{ _id: work.own.solved, user: nobody }]);
    const told = await test.ask('GET', '/api/notifications', { as: seeker });
    expect(told.body['notifications']).toMatchObject([
      { title: 'You have parted ways', message: 'Deleted user ended your agreement on "A crash at the start"', actor: null },
      { title: 'New message from Deleted user', message: 'Hello', actor: null },
    ]);
  });

  it('keeps nothing that the person saved or reported, and what others saved', async () => {
    const { caller, seeker } = leaver;
    await remove(caller);
    expect(await test.db.$count(savedProblems, eq(savedProblems.userId, caller.user.id))).toBe(0);
    expect(await test.db.$count(problemReports, eq(problemReports.userId, caller.user.id))).toBe(0);
    expect(await test.db.$count(savedProblems, eq(savedProblems.userId, seeker.user.id))).toBe(1);
  });

  it('keeps comments, timelines and attachments at their problems, under "Deleted user"', async () => {
    const { caller, work, attached } = leaver;
    await remove(caller);
    const nobody = { name: 'Deleted user', image: null };
    const { body } = await test.ask('GET', `/api/problems/${work.own.solved}`);
    expect(body['problem']).toMatchObject({
      timeline: [
        { event: 'posted', person: nobody },
        { event: 'solved', person: nobody },
      ],
      attachments: [{ _id: attached.id, name: 'stack-trace.txt' }],
    });
    expect((await test.ask('GET', attached.url)).status).toBe(200);
    const discussion = await test.ask('GET', `/api/problems/${work.others.solved}/comments`);
    expect(JSON.stringify(discussion.body)).toContain('Which version is it?');
    expect(discussion.body['comments']).toMatchObject([{ author: nobody }, {}]);
  });

  it('keeps what was said, its files and reactions, for the other one, under "Deleted user"', async () => {
    const { caller, seeker, talk } = leaver;
    await remove(caller);
    const { body } = await test.ask('GET', `/api/chat/messages/${talk.conversationId}`, { as: seeker });
    const sender = { _id: caller.user.id, name: 'Deleted user', image: null };
    expect(body['messages']).toMatchObject([
      {
        sender,
        content: 'Shall I begin?',
        files: [{ _id: talk.file.id, name: 'plan.txt' }],
        reactions: [{ emoji: '👍', userIds: [caller.user.id] }],
      },
      { content: 'Please do.' },
    ]);
    expect((await test.ask('GET', talk.file.url, { as: seeker })).status).toBe(200);
  });

  it('keeps free modules in the catalogue, takes the others off sale, and leaves those to who bought them', async () => {
    const { caller, seeker, toolbox } = leaver;
    await remove(caller);
    const nobody = { _id: caller.user.id, name: 'Deleted user', image: null };
    const free = await test.ask('GET', `/api/modules/${toolbox.free.id}`);
    expect(free.body['module']).toMatchObject({ author: nobody, status: 'published' });
    expect((await test.ask('GET', `/api/modules/${toolbox.free.id}/download`)).status).toBe(200);
    expect((await test.ask('GET', `/api/modules/${toolbox.sold.id}`)).status).toBe(410);
    const sold = await test.ask('GET', `/api/modules/${toolbox.sold.id}`, { as: seeker });
    expect(sold.body['module']).toMatchObject({ author: nobody, status: 'unpublished', owned: true });
    expect((await test.ask('GET', `/api/modules/${toolbox.sold.id}/download`, { as: seeker })).status).toBe(200);
  });

  it('keeps what was said of modules under "Deleted user", and what was bought as the author’s sale, and nothing else', async () => {
    const { caller, toolbox } = leaver;
    const { id } = caller.user;
    await remove(caller);
    const { body } = await test.ask('GET', `/api/modules/${toolbox.theirs.id}/reviews`);
    expect(body['reviews']).toMatchObject([{ author: { name: 'Deleted user' }, text: 'Quick to set up.' }]);
    const module = await test.ask('GET', `/api/modules/${toolbox.theirs.id}`);
    expect(module.body['module']).toMatchObject({ downloads: 1, rating: 4, ratingCount: 1 });
    expect(await test.db.$count(modulePurchases, eq(modulePurchases.userId, id))).toBe(1);
    for (const table of [savedModules, moduleReports, moduleDownloads])
      expect(await test.db.$count(table, eq(table.userId, id))).toBe(0);
  });

  it('changes nothing at all when it fails at the end', async () => {
    // Counts go on, and what was not told yet may be just then.
    const kept = async () => (await everything()).filter((row) => !/^(rate_limits|outbox):/.test(row)).toSorted();
    const before = await kept();
    await test.db.execute(sql`ALTER TABLE users ADD CONSTRAINT nobody_leaves CHECK (email NOT LIKE 'deleted-%') NOT VALID`);
    expect((await remove(leaver.caller)).status).toBe(500);
    await test.db.execute(sql`ALTER TABLE users DROP CONSTRAINT nobody_leaves`);
    expect(await kept()).toEqual(before);
    expect(await test.ports.files.exists(leaver.picture.storageKey)).toBe(true);
    expect((await remove(leaver.caller)).status).toBe(200);
  });
});
