import { eq, sql } from 'drizzle-orm';
import {
  moduleDownloads,
  modulePurchases,
  moduleReports,
  paymentDetails,
  problemReports,
  savedModules,
  savedProblems,
  users,
} from '../../../schema/index.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import { isSignedIn, logIn } from '../../../testing/accounts.ts';
import { deleteAccount } from '../../../testing/chat.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildDepartingUser } from '../../../testing/departing-user.ts';

type Fixture = Awaited<ReturnType<typeof buildDepartingUser>>;

const test = setUpTestApp();
let deleted: Fixture;
let deletedAuthor: { _id: string; name: string; image: null };
beforeAll(async () => {
  deleted = await buildDepartingUser(test);
  await deleteAccount(test, deleted.caller);
  await test.runJobs();
  deletedAuthor = { _id: deleted.caller.user.id, name: 'Deleted user', image: null };
});

/** All rows of all tables as texts that start with the table's name. */
async function readAllRows(): Promise<string[]> {
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

function listPersonalValues({ caller: { user }, picture, formerPicture, unused }: Fixture): string[] {
  const { name, email, headline, bio, location, timeZone, website, github, passwordHash, expertiseAreas } = user;
  const texts = [name, email, headline, bio, location, timeZone, website, github, passwordHash ?? '', ...expertiseAreas];
  return [...texts, picture.id, formerPicture.id, unused.id, `github-${user.id}`, `push-${user.id}`, `device-${user.id}`];
}

async function findRows(value: string): Promise<string[]> {
  return (await readAllRows()).filter((row) => row.toLowerCase().includes(value.toLowerCase()));
}

describe('deleting an account', () => {
  it('deletes personal data in all tables, and pictures', async () => {
    const other = await buildDepartingUser(test);
    const values = listPersonalValues(other);
    for (const value of values) expect([value, (await findRows(value)).length]).not.toEqual([value, 0]);
    // Failed sign-ins store counters for the address.
    await logIn(test, other.caller.user.email, 'wrong');
    const counters = async () => (await readAllRows()).map((row) => /^rate_limits: \(([^,]+)/.exec(row)?.[1]).filter(Boolean);
    const before = await counters();

    await deleteAccount(test, other.caller);
    await test.runJobs();
    for (const value of values) expect([value, await findRows(value)]).toEqual([value, []]);
    expect(await test.db.$count(paymentDetails, eq(paymentDetails.userId, other.caller.user.id))).toBe(0);
    for (const { storageKey } of [other.picture, other.formerPicture, other.unused])
      expect(await test.ports.files.read(storageKey)).toBeUndefined();
    const after = new Set(await counters());
    expect(before.filter((key) => !after.has(key))).toHaveLength(2);
  });

  it('keeps a row without personal data or access, and does not reveal that the address was used', async () => {
    const { caller } = deleted;
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

  it('allows a new sign-up with the address', async () => {
    const { email, id } = deleted.caller.user;
    const payload = { name: 'Ford', email, password: 'a-towel-and-a-half', role: 'seeker' };
    const { status, body } = await test.request('POST', '/api/auth/signup', { payload });
    expect(status).toBe(201);
    expect(body).toMatchObject({ user: { name: 'Ford', email, headline: '' } });
    expect(body['user']).not.toMatchObject({ _id: id });
  });

  it('keeps problems and notifications of others, with "Deleted user" as the author', async () => {
    const { caller, work, seeker } = deleted;
    for (const id of Object.values(work.own))
      expect(await test.request('GET', `/api/problems/${id}`)).toMatchObject({
        status: 200,
        body: { problem: { user: deletedAuthor, body: 'It crashes.' } },
      });
    const { body } = await test.request('GET', `/api/problems/user?userId=${caller.user.id}`);
    expect(body['problems']).toMatchObject([{ _id: work.own.solved, user: deletedAuthor }]);
    const inbox = await test.request('GET', '/api/notifications', { as: seeker });
    expect(inbox.body['notifications']).toMatchObject([
      { title: 'You have parted ways', message: 'Deleted user ended your agreement on "A crash at the start"', actor: null },
      { title: 'New message from Deleted user', message: 'Hello', actor: null },
    ]);
  });

  it('deletes the user’s bookmarks and reports, and keeps those of others', async () => {
    const { caller, seeker } = deleted;
    for (const table of [savedProblems, problemReports, savedModules, moduleReports, moduleDownloads])
      expect(await test.db.$count(table, eq(table.userId, caller.user.id))).toBe(0);
    expect(await test.db.$count(savedProblems, eq(savedProblems.userId, seeker.user.id))).toBe(1);
  });

  it('keeps comments, timelines and attachments of problems, with "Deleted user"', async () => {
    const { work, attached } = deleted;
    const { body } = await test.request('GET', `/api/problems/${work.own.solved}`);
    expect(body['problem']).toMatchObject({
      timeline: [
        { event: 'posted', person: { name: deletedAuthor.name, image: null } },
        { event: 'solved', person: { name: deletedAuthor.name, image: null } },
      ],
      attachments: [{ _id: attached.id, name: 'stack-trace.txt' }],
    });
    expect((await test.request('GET', attached.url)).status).toBe(200);
    const discussion = await test.request('GET', `/api/problems/${work.others.solved}/comments`);
    expect(JSON.stringify(discussion.body)).toContain('Which version is it?');
    expect(discussion.body['comments']).toMatchObject([{ author: { name: deletedAuthor.name, image: null } }, {}]);
  });

  it('keeps messages with files and reactions for the other participant, with "Deleted user"', async () => {
    const { caller, seeker, talk } = deleted;
    const { body } = await test.request('GET', `/api/chat/messages/${talk.conversationId}`, { as: seeker });
    expect(body['messages']).toMatchObject([
      {
        sender: deletedAuthor,
        content: 'Shall I begin?',
        files: [{ _id: talk.file.id, name: 'plan.txt' }],
        reactions: [{ emoji: '👍', userIds: [caller.user.id] }],
      },
      { content: 'Please do.' },
    ]);
    expect((await test.request('GET', talk.file.url, { as: seeker })).status).toBe(200);
  });

  it('keeps free modules in the catalogue, and unpublishes paid ones except for their buyers', async () => {
    const { seeker, toolbox } = deleted;
    const free = await test.request('GET', `/api/modules/${toolbox.free.id}`);
    expect(free.body['module']).toMatchObject({ author: deletedAuthor, status: 'published' });
    expect((await test.request('GET', `/api/modules/${toolbox.free.id}/download`)).status).toBe(200);
    expect((await test.request('GET', `/api/modules/${toolbox.sold.id}`)).status).toBe(410);
    const sold = await test.request('GET', `/api/modules/${toolbox.sold.id}`, { as: seeker });
    expect(sold.body['module']).toMatchObject({ author: deletedAuthor, status: 'unpublished', owned: true });
    expect((await test.request('GET', `/api/modules/${toolbox.sold.id}/download`, { as: seeker })).status).toBe(200);
  });

  it('keeps module reviews with "Deleted user", and purchases as the author’s sales', async () => {
    const { caller, toolbox } = deleted;
    const { body } = await test.request('GET', `/api/modules/${toolbox.theirs.id}/reviews`);
    expect(body['reviews']).toMatchObject([{ author: { name: 'Deleted user' }, text: 'Quick to set up.' }]);
    const module = await test.request('GET', `/api/modules/${toolbox.theirs.id}`);
    expect(module.body['module']).toMatchObject({ downloads: 1, rating: 4, ratingCount: 1 });
    expect(await test.db.$count(modulePurchases, eq(modulePurchases.userId, caller.user.id))).toBe(1);
  });

  it('rolls back completely if the last step fails', async () => {
    const other = await buildDepartingUser(test);
    // Counters and the outbox change concurrently.
    const kept = async () => (await readAllRows()).filter((row) => !/^(rate_limits|outbox):/.test(row)).toSorted();
    const before = await kept();
    await test.db.execute(sql`ALTER TABLE users ADD CONSTRAINT no_deletion CHECK (email NOT LIKE 'deleted-%') NOT VALID`);
    await expect(deleteAccount(test, other.caller)).rejects.toThrow('500');
    await test.db.execute(sql`ALTER TABLE users DROP CONSTRAINT no_deletion`);
    expect(await kept()).toEqual(before);
    expect(await test.ports.files.exists(other.picture.storageKey)).toBe(true);
    await deleteAccount(test, other.caller);
  });
});
