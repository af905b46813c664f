import { eq, sql } from 'drizzle-orm';
import { moduleDownloads, modulePurchases, moduleReports, savedModules } from '../../toolbox/schema.ts';
import { problemReports, savedProblems } from '../../marketplace/schema.ts';
import { users } from '../schema.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { isSignedIn, logIn } from '../../../testing/accounts.ts';
import { deleteAccount } from '../../../testing/chat.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildDepartingUser } from '../../../testing/departing-user.ts';

type Leaver = Awaited<ReturnType<typeof buildDepartingUser>>;

let test: TestApp;
/** Whose account is deleted. */
let leaver: Leaver;
let nobody: { _id: string; name: string; image: null };
beforeAll(async () => {
  test = await createTestApp();
  leaver = await buildDepartingUser(test);
  await deleteAccount(test, leaver.caller);
  await test.runJobs();
  nobody = { _id: leaver.caller.user.id, name: 'Deleted user', image: null };
});
afterAll(() => test.close());

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
  it('leaves nothing personal in any table, and no picture', async () => {
    const other = await buildDepartingUser(test);
    const marks = marksOf(other);
    for (const mark of marks) expect([mark, (await rowsWith(mark)).length]).not.toEqual([mark, 0]);
    // Failed tries at the address leave counters of it.
    await logIn(test, other.caller.user.email, 'wrong');
    const counters = async () => (await everything()).map((row) => /^rate_limits: \(([^,]+)/.exec(row)?.[1]).filter(Boolean);
    const before = await counters();

    await deleteAccount(test, other.caller);
    await test.runJobs();
    for (const mark of marks) expect([mark, await rowsWith(mark)]).toEqual([mark, []]);
    for (const { storageKey } of [other.picture, other.formerPicture, other.unused])
      expect(await test.ports.files.read(storageKey)).toBeUndefined();
    const after = new Set(await counters());
    expect(before.filter((key) => !after.has(key))).toHaveLength(2);
  });

  it('leaves a row without a face, a password or a way in, and says of the address what is said of any', async () => {
    const { caller } = leaver;
    const { id } = caller.user;
    const email = `deleted-${id}@deleted.invalid`;
    expect(await test.db.select().from(users).where(eq(users.id, id))).toMatchObject([
      { name: 'Deleted user', email, passwordHash: null, image: null, deletedAt: expect.any(Date) },
    ]);
    expect(await isSignedIn(test, caller)).toBe(false);
    for (const address of [email, caller.user.email])
      expect(await logIn(test, address, TEST_PASSWORD)).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials', message: 'The email address or the password is wrong.' },
      });
  });

  it('lets the address sign up afresh', async () => {
    const { email, id } = leaver.caller.user;
    const payload = { name: 'Ford', email, password: 'a-towel-and-a-half', role: 'seeker' };
    const { status, body } = await test.request('POST', '/api/auth/signup', { payload });
    expect(status).toBe(201);
    expect(body).toMatchObject({ user: { name: 'Ford', email, headline: '' } });
    expect(body['user']).not.toMatchObject({ _id: id });
  });

  it('keeps what the person wrote to others readable, under "Deleted user"', async () => {
    const { caller, work, seeker } = leaver;
    for (const id of Object.values(work.own))
      expect(await test.request('GET', `/api/problems/${id}`)).toMatchObject({
        status: 200,
        body: { problem: { user: nobody, body: 'It crashes.' } },
      });
    const { body } = await test.request('GET', `/api/problems/user?userId=${caller.user.id}`);
    expect(body['problems']).toMatchObject([{ _id: work.own.solved, user: nobody }]);
    const told = await test.request('GET', '/api/notifications', { as: seeker });
    expect(told.body['notifications']).toMatchObject([
      { title: 'You have parted ways', message: 'Deleted user ended your agreement on "A crash at the start"', actor: null },
      { title: 'New message from Deleted user', message: 'Hello', actor: null },
    ]);
  });

  it('keeps nothing that the person saved or reported, and what others saved', async () => {
    const { caller, seeker } = leaver;
    for (const table of [savedProblems, problemReports, savedModules, moduleReports, moduleDownloads])
      expect(await test.db.$count(table, eq(table.userId, caller.user.id))).toBe(0);
    expect(await test.db.$count(savedProblems, eq(savedProblems.userId, seeker.user.id))).toBe(1);
  });

  it('keeps comments, timelines and attachments at their problems, under "Deleted user"', async () => {
    const { work, attached } = leaver;
    const { body } = await test.request('GET', `/api/problems/${work.own.solved}`);
    expect(body['problem']).toMatchObject({
      timeline: [
        { event: 'posted', person: { name: nobody.name, image: null } },
        { event: 'solved', person: { name: nobody.name, image: null } },
      ],
      attachments: [{ _id: attached.id, name: 'stack-trace.txt' }],
    });
    expect((await test.request('GET', attached.url)).status).toBe(200);
    const discussion = await test.request('GET', `/api/problems/${work.others.solved}/comments`);
    expect(JSON.stringify(discussion.body)).toContain('Which version is it?');
    expect(discussion.body['comments']).toMatchObject([{ author: { name: nobody.name, image: null } }, {}]);
  });

  it('keeps what was said, its files and reactions, for the other one, under "Deleted user"', async () => {
    const { caller, seeker, talk } = leaver;
    const { body } = await test.request('GET', `/api/chat/messages/${talk.conversationId}`, { as: seeker });
    expect(body['messages']).toMatchObject([
      {
        sender: nobody,
        content: 'Shall I begin?',
        files: [{ _id: talk.file.id, name: 'plan.txt' }],
        reactions: [{ emoji: '👍', userIds: [caller.user.id] }],
      },
      { content: 'Please do.' },
    ]);
    expect((await test.request('GET', talk.file.url, { as: seeker })).status).toBe(200);
  });

  it('keeps free modules in the catalogue, takes the others off sale, and leaves those to who bought them', async () => {
    const { seeker, toolbox } = leaver;
    const free = await test.request('GET', `/api/modules/${toolbox.free.id}`);
    expect(free.body['module']).toMatchObject({ author: nobody, status: 'published' });
    expect((await test.request('GET', `/api/modules/${toolbox.free.id}/download`)).status).toBe(200);
    expect((await test.request('GET', `/api/modules/${toolbox.sold.id}`)).status).toBe(410);
    const sold = await test.request('GET', `/api/modules/${toolbox.sold.id}`, { as: seeker });
    expect(sold.body['module']).toMatchObject({ author: nobody, status: 'unpublished', owned: true });
    expect((await test.request('GET', `/api/modules/${toolbox.sold.id}/download`, { as: seeker })).status).toBe(200);
  });

  it('keeps what was said of modules under "Deleted user", and what was bought as the author’s sale', async () => {
    const { caller, toolbox } = leaver;
    const { body } = await test.request('GET', `/api/modules/${toolbox.theirs.id}/reviews`);
    expect(body['reviews']).toMatchObject([{ author: { name: 'Deleted user' }, text: 'Quick to set up.' }]);
    const module = await test.request('GET', `/api/modules/${toolbox.theirs.id}`);
    expect(module.body['module']).toMatchObject({ downloads: 1, rating: 4, ratingCount: 1 });
    expect(await test.db.$count(modulePurchases, eq(modulePurchases.userId, caller.user.id))).toBe(1);
  });

  it('changes nothing at all when it fails at the end', async () => {
    const other = await buildDepartingUser(test);
    // Counts go on, and what was not told yet may be just then.
    const kept = async () => (await everything()).filter((row) => !/^(rate_limits|outbox):/.test(row)).toSorted();
    const before = await kept();
    await test.db.execute(sql`ALTER TABLE users ADD CONSTRAINT nobody_leaves CHECK (email NOT LIKE 'deleted-%') NOT VALID`);
    await expect(deleteAccount(test, other.caller)).rejects.toThrow('500');
    await test.db.execute(sql`ALTER TABLE users DROP CONSTRAINT nobody_leaves`);
    expect(await kept()).toEqual(before);
    expect(await test.ports.files.exists(other.picture.storageKey)).toBe(true);
    await deleteAccount(test, other.caller);
  });
});
