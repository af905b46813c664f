import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { users } from '../schema/index.ts';
import { auditEntries } from '../schema/operators.ts';
import { buildDepartingUser } from '../testing/departing-user.ts';
import { createTestApp, setUpTestApp } from '../testing/test-app.ts';
import { exportAccount } from './accounts.ts';
import { formatAccountLine, formatAccount, findAccounts, reportAccount, reportMail } from './account-report.ts';
import { parseAuditEntry, recordAuditEntry, parsePublicAuditEntry, listAudit } from './audit.ts';

const test = setUpTestApp();

const SIGN_UP = { name: 'Ines Okafor', email: 'ines@example.com', password: 'difference-engine', role: 'seeker' };
const signUp = () => test.request('POST', '/api/auth/signup', { payload: SIGN_UP });
const MOMENT = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;

describe('accounts find and show', () => {
  it('list pending sign-ups with their expiry', async () => {
    await signUp();
    const [found] = await findAccounts(test.db, 'okafor');
    expect(found).toMatchObject({ email: SIGN_UP.email, verifiedSince: null, signsInWith: ['password'] });
    expect(found && formatAccountLine(found)).toMatch(
      new RegExp(`ines@example\\.com  Ines Okafor; seeker; not verified, expires ${MOMENT}$`),
    );
    const shown = await reportAccount(test.db, 'Ines@Example.com');
    expect(shown).toEqual([found]);
    const text = shown.map((one) => formatAccount(one, ['none'])).join('');
    expect(text).toMatch(new RegExp(`  verified      no: the link expires ${MOMENT}\n`));
    await signUp();
    expect(await reportAccount(test.db, SIGN_UP.email)).toHaveLength(2);
  });

  it('find an address whose domain is typed in its own script (product 5.22)', async () => {
    const { id } = await test.user({ email: 'ada@xn--bcher-kva.example' });
    expect(await reportAccount(test.db, 'Ada@Bücher.example')).toMatchObject([{ id }]);
  });

  it('show sign-in methods, when the user was last seen, and who suspended the account and why', async () => {
    const departing = await buildDepartingUser(test);
    const { id, email } = departing.caller.user;
    const suspendedAt = new Date('2026-11-01T10:00:00Z');
    await test.db.update(users).set({ suspendedAt }).where(eq(users.id, id));
    await recordAuditEntry(test.db, { action: 'suspend account', by: 'ada', reason: 'Spam' }, id);
    const [report] = await reportAccount(test.db, email);
    expect(report).toMatchObject({
      id,
      signsInWith: ['password', 'GitHub'],
      lastSeenAt: expect.any(Date),
      sessions: 2,
      suspended: { since: suspendedAt, by: 'ada', reason: 'Spam' },
    });
    const text = report && formatAccount(report, ['none']);
    expect(text).toContain('  signs in with password, GitHub\n');
    expect(text).toMatch(new RegExp(`  last seen     ${MOMENT}; signed in on 2 devices\n`));
    expect(text).toContain('  suspended     since 2026-11-01 10:00 by ada: Spam\n');
    expect(await reportAccount(test.db, id)).toEqual([report]);
  });

  it('do not find deleted accounts', async () => {
    const { id } = await test.user({ name: 'Nadia Gone', email: 'nadia@example.com' });
    await test.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id));
    expect(await findAccounts(test.db, 'nadia')).toEqual([]);
    expect(await reportAccount(test.db, 'nadia@example.com')).toEqual([]);
  });
});

describe('the emails of an account', () => {
  const { identity } = { identity: { projectId: 'solvent-prod', apiKey: '', authDomain: '', emulatorHost: undefined } };
  const payload = { name: 'Ines', email: 'Ines@example.com', subject: 'My address', message: 'Where do I change it?' };

  it('show the sender of links, and why a message did not reach the team', async () => {
    const { body } = await test.request('POST', '/api/contact', { payload });
    const [links, message] = await reportMail(test.db, { identity, smtp: undefined, contactEmail: undefined }, SIGN_UP.email);
    expect(links).toContain('sent by Firebase (project solvent-prod)');
    expect(message).toContain(`message ${String(body['reference'])} "My address": unanswered; not sent to the team: SMTP_URL`);
    const emulated = { ...identity, emulatorHost: 'localhost:9099' };
    const [kept] = await reportMail(test.db, { identity: emulated, smtp: undefined, contactEmail: undefined }, SIGN_UP.email);
    expect(kept).toContain('not sent: the identity emulator keeps them');
  });

  it('show pending email and the answer of the mail server', async () => {
    const failing = await createTestApp({
      config: { contactEmail: 'team@example.com' },
      ports: { mail: { configured: true, send: () => Promise.reject(new Error('connection refused')) } },
    });
    const settings = { identity, smtp: { url: 'smtp://mail', from: 'us' }, contactEmail: 'team@example.com' };
    await failing.request('POST', '/api/contact', { payload });
    expect((await reportMail(failing.db, settings, SIGN_UP.email))[1]).toMatch(/; not sent to the team yet$/);
    await failing.runJobs();
    expect((await reportMail(failing.db, settings, SIGN_UP.email))[1]).toMatch(
      /; not sent to the team yet: .*connection refused/,
    );
    await failing.close();
  });
});

describe('accounts export', () => {
  it('writes the data that the user can download into a new file, with an audit entry', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'solvent-export-'));
    const file = join(folder, 'data.json');
    const { caller } = await buildDepartingUser(test);
    const [user] = await test.db.select().from(users).where(eq(users.id, caller.user.id));
    if (user === undefined) throw new Error('The account was not stored');
    const entry = { action: 'export account', by: 'ada', reason: 'Letter SOL-7K3M9Q' };
    await exportAccount(test.db, user, file, entry);
    const { body } = await test.request('GET', '/api/auth/export', { as: caller });
    const written: unknown = JSON.parse(readFileSync(file, 'utf8'));
    expect(written).toEqual({ ...body, exportedAt: expect.any(String), sessions: expect.any(Array) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await test.db.select().from(auditEntries).where(eq(auditEntries.subject, user.id))).toMatchObject([entry]);
    await expect(exportAccount(test.db, user, file, entry)).rejects.toThrow(
      `${file} already exists: choose another file with --to`,
    );
    const nowhere = join(folder, 'not-there', 'data.json');
    await expect(exportAccount(test.db, user, nowhere, entry)).rejects.toThrow(`Cannot write ${nowhere} (ENOENT): choose`);
    rmSync(folder, { recursive: true });
  });
});

describe('audit', () => {
  it('lists the latest entries first, filtered by subject, operator or time', async () => {
    for (const [by, subject] of [
      ['eve', 'one'],
      ['eve', 'two'],
      ['bob', 'two'],
    ] as const)
      await recordAuditEntry(test.db, { action: 'test', by, reason: 'Because' }, subject);
    const listed = async (filter: Parameters<typeof listAudit>[1]) =>
      (await listAudit(test.db, filter)).map(({ by, subject }) => `${by} ${subject}`);
    expect((await listed({})).slice(0, 3)).toEqual(['bob two', 'eve two', 'eve one']);
    expect(await listed({ by: 'eve' })).toEqual(['eve two', 'eve one']);
    expect(await listed({ subject: 'two' })).toEqual(['bob two', 'eve two']);
    expect(await listed({ since: new Date(Date.now() + 60_000) })).toEqual([]);
  });

  it('records the user who called sudo unless --by is given; --why is --reason', () => {
    const before = process.env['SUDO_USER'];
    process.env['SUDO_USER'] = 'grace';
    const given = (values: Record<string, string>) => parseAuditEntry({ words: [], values }, 'test');
    expect(given({ why: 'Spam' })).toEqual({ action: 'test', by: 'grace', reason: 'Spam' });
    expect(given({ reason: 'Spam', by: 'ada' })).toEqual({ action: 'test', by: 'ada', reason: 'Spam' });
    expect(() => given({})).toThrow(/^A reason is required: --reason/);
    if (before === undefined) delete process.env['SUDO_USER'];
    else process.env['SUDO_USER'] = before;
  });

  it('keeps the internal reason apart from the one that the author reads', () => {
    const given = (values: Record<string, string>) =>
      parsePublicAuditEntry({ words: [], values: { by: 'ada', ...values } }, 'test');
    const entry = { action: 'test', by: 'ada' };
    expect(given({ why: 'Spam' })).toEqual({ why: 'Spam', entry: { ...entry, reason: 'Spam' } });
    expect(given({ why: 'Spam', reason: 'Informant' })).toEqual({
      why: 'Spam',
      entry: { ...entry, reason: 'Informant (for the author: Spam)' },
    });
    expect(() => given({ reason: 'Informant' })).toThrow(/^A reason for the author is required: --why/);
  });
});
