import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { contactMessages, sessions, socialIdentities, users } from '../schema/index.ts';
import { auditEntries } from '../schema/operators.ts';
import { MISSING_ID } from '../testing/bids.ts';
import { createConversation, getMessage, send } from '../testing/chat.ts';
import { buildApi, runSolvent } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';
import { goodZip, getModule, publish, zipPart } from '../testing/publishing.ts';
import { idTokenFor } from '../testing/fake-identity.ts';
import { createTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';

jest.setTimeout(400_000);

let built: BuiltApi;
let test: TestApp;
beforeAll(async () => {
  built = await buildApi();
  test = await createTestApp({ config: { moduleReview: 'manual' } });
});
afterAll(async () => {
  await test.close();
  built.remove();
});

/** Runs the program on the application's database. */
const run = (...args: string[]) => runSolvent(built, { DATABASE_URL: test.db.$client.options.connectionString ?? '' }, args);
const because = (reason: string) => ['--reason', reason, '--by', 'ada'];
const findEntries = (subject: string) => test.db.select().from(auditEntries).where(eq(auditEntries.subject, subject));
const logIn = (email: string, password: string) => test.request('POST', '/api/auth/login', { payload: { email, password } });

describe('pnpm solvent messages', () => {
  it('lists unanswered messages, shows one, and records who answered it and how', async () => {
    expect(await run('messages')).toEqual({ code: 0, output: 'No unanswered messages.' });
    const payload = {
      name: 'Mira\u001B[31m',
      email: 'mira@example.com',
      subject: 'My address',
      message: 'Where do I change it?',
    };
    const { body } = await test.request('POST', '/api/contact', { payload: { ...payload, name: 'Mira' } });
    const reference = String(body['reference']);
    await test.db.update(contactMessages).set({ name: payload.name });
    const list = await run('messages');
    expect(list.output).toMatch(new RegExp(`^${reference}  .* open +My address; Mira`));
    expect(list.output).not.toContain('\u001B');
    expect((await run('messages', 'show', reference)).output).toContain('Where do I change it?');
    expect(await run('messages', 'answered', reference)).toEqual({
      code: 2,
      output: expect.stringMatching(/^A reason is required: --reason/),
    });
    expect(await run('messages', 'answered', reference, ...because('Sent a link'))).toMatchObject({ code: 0 });
    expect(await findEntries(reference)).toMatchObject([{ by: 'ada', action: 'answer message', reason: 'Sent a link' }]);
    expect((await run('messages')).output).toBe('No unanswered messages.');
    expect(JSON.parse((await run('messages', '--all', '--json')).output)).toMatchObject([{ reference }]);
    expect(await run('messages', 'show', 'SOL-NONE22')).toEqual({ code: 1, output: 'Message SOL-NONE22 not found.' });
  });
});

describe('pnpm solvent reports', () => {
  it('lists reported messages, and shows one with its people, earlier words and files', async () => {
    expect(await run('reports')).toEqual({ code: 0, output: 'No reported messages.' });
    const { seeker, solver, id: conversationId } = await createConversation(test);
    const part = { field: 'files', name: 'insult.txt', content: Buffer.from('You fool') };
    const { _id: id } = getMessage(await send(test, seeker, { conversationId, content: 'You fool', files: [part] }));
    await test.request('PUT', `/api/chat/messages/${id}`, { as: seeker, payload: { content: 'You friend' } });
    const payload = { reason: 'abuse', description: 'Read the\nfirst words.' };
    await test.request('POST', `/api/chat/messages/${id}/reports`, { as: solver, payload });
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    const line = `${id}  ${time}  abuse; ${seeker.user.name}, reported by ${solver.user.name}`;
    expect((await run('reports')).output).toMatch(new RegExp(`^${line}$`));
    expect((await run('reports', 'show', id)).output).toMatch(
      new RegExp(`^${line}
  From ${seeker.user.name} <${seeker.user.email}> to ${solver.user.name} <${solver.user.email}>, sent ${time}
    Read the
    first words.
  Until ${time}:
    You fool
  Now:
    You friend
    File: insult.txt$`),
    );
    await test.request('DELETE', `/api/chat/messages/${id}`, { as: seeker });
    expect((await run('reports', 'show', id)).output).toMatch(new RegExp(`    You friend\n  Deleted ${time}.$`));
    expect(await run('reports', 'show', MISSING_ID)).toEqual({ code: 1, output: `No report about message ${MISSING_ID}.` });
  });
});

describe('pnpm solvent modules', () => {
  it('lists pending modules, publishes with a reason, rejects with a text for the author, and records the operator', async () => {
    const author = await test.signedIn('solver', { name: 'Ada' });
    for (const title of ['Good', 'Not good']) getModule(await publish(test, author, { title }, [zipPart(await goodZip(title))]));
    expect((await run('modules')).output).toMatch(/^good 1\.0\.0: Good, by Ada; findings: 0$/m);
    expect(await run('modules', 'publish', 'good')).toEqual({
      code: 2,
      output: expect.stringMatching(/^A reason is required: --reason/),
    });
    expect((await run('modules', 'publish', 'good', ...because('Read it'))).output).toBe('good 1.0.0 is published.');
    const rejected = await run('modules', 'reject', 'not-good', 'Leave out vendor/.', '--by', 'ada');
    expect(rejected.output).toBe('not-good 1.0.0 is rejected.');
    expect(await run('modules', 'publish', 'good', ...because('Again'))).toEqual({
      code: 1,
      output: 'No version of good is pending review.',
    });
    expect(await findEntries('good')).toMatchObject([{ by: 'ada', action: 'publish module', reason: 'Read it' }]);
    expect(await findEntries('not-good')).toMatchObject([{ by: 'ada', action: 'reject module', reason: 'Leave out vendor/.' }]);
    expect((await run('modules')).output).toBe('No modules are pending review.');
  });
});

describe('pnpm solvent accounts', () => {
  it('finds an account, lists sessions without tokens, and suspends it with a recorded reason (product 4.31)', async () => {
    const caller = await test.signedIn('solver', { name: 'Diego Marsh', email: 'diego@example.com' });
    const { id } = caller.user;
    expect((await run('accounts', 'find', 'marsh')).output).toContain(`${id}  diego@example.com  Diego Marsh; solver`);
    const list = JSON.parse((await run('accounts', 'sessions', id, '--json')).output) as object[];
    expect(list.map((session) => Object.keys(session).toSorted())).toEqual([
      ['createdAt', 'expiresAt', 'id', 'lastUsedAt', 'userAgent'],
    ]);

    expect((await run('accounts', 'suspend', 'diego@example.com')).code).toBe(2);
    expect(await run('accounts', 'suspend', 'Diego@example.com', ...because('Spam'))).toMatchObject({ code: 0 });
    expect((await test.request('GET', '/api/auth/profile', { as: caller })).status).toBe(401);
    expect(await test.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    const profile = await test.request('GET', `/api/auth/profile/${id}`);
    expect(profile.status).toBe(200);
    expect((await run('accounts', 'unsuspend', id, ...because('Suspended by mistake'))).code).toBe(0);
    expect(await findEntries(id)).toMatchObject([
      { action: 'suspend account', reason: 'Spam' },
      { action: 'unsuspend account', reason: 'Suspended by mistake' },
    ]);
    expect(await run('accounts', 'show', 'nobody@example.com')).toEqual({
      code: 1,
      output: 'No account or pending sign-up with the address or id nobody@example.com.',
    });
    const noId = '0'.repeat(36);
    expect(await run('accounts', 'show', noId)).toEqual({
      code: 1,
      output: `No account or pending sign-up with the address or id ${noId}.`,
    });
  });

  it('refuses a suspended account at sign-in with the reason, and a wrong password as always (product 4.31)', async () => {
    const signUp = { name: 'Noor', email: 'noor@example.com', password: 'difference-engine', role: 'seeker' };
    expect((await test.request('POST', '/api/auth/signup', { payload: signUp })).status).toBe(201);
    expect((await run('accounts', 'verify', signUp.email, ...because('Seen on the phone'))).code).toBe(0);
    expect((await logIn(signUp.email, signUp.password)).status).toBe(200);
    expect((await run('accounts', 'suspend', signUp.email, ...because('Spam'))).code).toBe(0);
    const github = { socialId: 'noor', socialType: 'github', socialMethod: 'login', name: 'Noor', deviceToken: '' };
    const idToken = idTokenFor({ type: 'github', id: github.socialId });
    const { userId } = (await test.db.select({ userId: users.id }).from(users).where(eq(users.email, signUp.email)))[0] ?? {};
    await test.db.insert(socialIdentities).values({ type: 'github', socialId: github.socialId, userId: userId ?? '' });
    for (const { status, body } of [
      await logIn(signUp.email, signUp.password),
      await test.request('POST', '/api/auth/social-auth', { payload: { ...github, email: signUp.email, idToken } }),
    ])
      expect([status, body['message']]).toEqual([403, 'This account is suspended. Please write to us on the contact page.']);
    expect((await logIn(signUp.email, 'another-password')).status).toBe(401);
    expect((await run('accounts', 'unsuspend', signUp.email, ...because('Sorry'))).code).toBe(0);
    expect((await logIn(signUp.email, signUp.password)).status).toBe(200);
  });

  it('does not verify an address that was signed up twice, because one sign-up may be by another person', async () => {
    const email = 'ines@example.com';
    for (const password of ['difference-engine', 'analytical-engine']) {
      const payload = { name: 'Ines', email, password, role: 'seeker' };
      expect((await test.request('POST', '/api/auth/signup', { payload })).status).toBe(201);
    }
    const { code, output } = await run('accounts', 'verify', email, ...because('Seen on the phone'));
    expect([code, output]).toEqual([1, expect.stringContaining('was signed up more than once')]);
    expect(await test.db.$count(users, eq(users.email, email))).toBe(0);
  });

  it('reports a lost connection in one sentence', async () => {
    const { user } = await test.signedIn('seeker', { email: 'kim@example.com' });
    const { $client: pool } = test.db;
    const holder = await pool.connect();
    // The program may start for longer than an idle transaction may last, so no lock is held meanwhile.
    await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    const running = run('accounts', 'suspend', user.email, ...because('Spam'));
    const end = async (): Promise<void> => {
      const { rows } = await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rows.length === 0) await end();
    };
    await end();
    expect(await running).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The database went away meanwhile \(terminating connection [^\n]*: see that it runs [^\n]*$/,
      ),
    });
    await holder.query('ROLLBACK');
    holder.release();
    expect(await findEntries(user.id)).toEqual([]);
  });

  it('deletes like the account page', async () => {
    const { user } = await test.signedIn('seeker', { email: 'leo@example.com' });
    expect((await run('accounts', 'delete', 'leo@example.com', ...because('Written request'))).code).toBe(0);
    expect(await test.db.select().from(users).where(eq(users.id, user.id))).toMatchObject([
      { name: 'Deleted user', deletedAt: expect.any(Date) },
    ]);
    expect(await findEntries(user.id)).toMatchObject([{ action: 'delete account', reason: 'Written request' }]);
    expect((await run('accounts', 'show', 'leo@example.com')).code).toBe(1);
  });
});
