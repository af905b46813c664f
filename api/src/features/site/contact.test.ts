import { eq, inArray } from 'drizzle-orm';
import { contactMessages } from './schema.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { advanceTime } from '../../testing/test-jobs.ts';
import { listFailedJobs, retryFailedJobs } from '../../platform/jobs/failed-jobs.ts';
import { createSmtpMail } from '../../platform/mail/smtp-mail.ts';
import { openTestSmtp } from '../../testing/smtp.ts';
import type { TestSmtp } from '../../testing/smtp.ts';
import { listLocalMail } from '../../platform/mail/local-mail.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createReference } from './contact.ts';

const message = {
  name: 'Ada Park',
  email: 'ada@example.com',
  subject: 'My address',
  message: 'I cannot find where to change it.',
};

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('POST /api/contact (product 2.39, 7.11)', () => {
  it('stores the message and answers a reference number', async () => {
    const { status, body } = await test.request('POST', '/api/contact', { payload: message });
    expect(status).toBe(201);
    const reference = String(body['reference']);
    expect(reference).toMatch(/^SOL-[2-9A-HJKMNP-Z]{6}$/);
    const stored = await test.db.select().from(contactMessages).where(eq(contactMessages.reference, reference));
    expect(stored).toMatchObject([message]);
  });
});

describe('where the team has an address', () => {
  const to = 'team@solvent.example';
  let server: TestApp;
  let smtp: TestSmtp | undefined;
  afterEach(async () => {
    await server.close();
    await smtp?.close();
    smtp = undefined;
  });

  /** Somebody writes, and the letter is sent: by a mail server with these answers, if there are any. */
  async function write(answers?: number[]): Promise<{ reference: string; received: TestSmtp['received'] }> {
    smtp = answers && (await openTestSmtp(answers));
    const ports = smtp && { mail: createSmtpMail({ url: smtp.url, from: 'no-reply@solvent.example' }) };
    server = await createTestApp({ config: { contactEmail: to }, ports: ports ?? {} });
    const { status, body } = await server.request('POST', '/api/contact', { payload: message });
    expect(status).toBe(201);
    await server.runJobs();
    return { reference: String(body['reference']), received: smtp?.received ?? [] };
  }

  it('a message is sent there as a letter, with its reference number and who wrote it', async () => {
    const { reference } = await write();
    const [letter] = await listLocalMail(server.db, 1);
    expect(letter).toMatchObject({ to, subject: `${reference}: ${message.subject}` });
    for (const text of [message.name, message.email, message.message]) expect(letter?.text).toContain(text);
  });

  it('a mail server that puts a letter off gets it later, with its reference in the subject, and answers go to who wrote', async () => {
    const { reference, received } = await write([451, 250]);
    expect(received).toEqual([]);
    await advanceTime(server.db, 120);
    await server.runJobs();
    expect(received).toMatchObject([{ to: [to] }]);
    const raw = received[0]?.raw ?? '';
    expect(raw).toContain(`\r\nSubject: ${reference}: ${message.subject}\r\n`);
    expect(raw).toContain(`\r\nReply-To: ${message.name} <${message.email}>\r\n`);
  });

  it('a letter that the mail server refuses for good is given up at once, and may be sent again by hand', async () => {
    const { received } = await write([550, 451, 250]);
    expect(await listFailedJobs(server.db, 10)).toMatchObject([
      { queue: 'contact-mail', tries: 1, error: expect.stringContaining('550 Nobody of that name') },
    ]);
    expect(await retryFailedJobs(server.db, { queue: 'contact-mail' })).toBe(1);
    for (const seconds of [0, 120]) {
      await advanceTime(server.db, seconds);
      await server.runJobs();
    }
    expect(received).toHaveLength(1);
    expect(await listFailedJobs(server.db, 10)).toEqual([]);
  });
});

it('a message is kept for two years, then removed within the hour (/privacy)', async () => {
  const day = 24 * 3_600_000;
  const aged = (reference: string, days: number) => ({ ...message, reference, createdAt: new Date(Date.now() - days * day) });
  await test.db.insert(contactMessages).values([aged('SOL-2YEARS', 732), aged('SOL-YOUNGER', 729)]);
  await test.runJobs();
  const kept = await test.db
    .select({ reference: contactMessages.reference })
    .from(contactMessages)
    .where(inArray(contactMessages.reference, ['SOL-2YEARS', 'SOL-YOUNGER']));
  expect(kept).toEqual([{ reference: 'SOL-YOUNGER' }]);
});

it('reference numbers do not repeat', () => {
  const numbers = Array.from({ length: 200 }, createReference);
  expect(new Set(numbers).size).toBe(200);
});
