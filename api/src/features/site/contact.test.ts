import { eq, inArray } from 'drizzle-orm';
import { contactMessages } from '../../schema/index.ts';
import { createTestApp, setUpTestApp } from '../../testing/test-app.ts';
import { advanceTime } from '../../testing/test-jobs.ts';
import { listFailedJobs, retryFailedJobs } from '../../platform/jobs/failed-jobs.ts';
import { createSmtpMail } from '../../platform/mail/smtp-mail.ts';
import { openTestSmtp } from '../../testing/smtp.ts';
import type { TestSmtp } from '../../testing/smtp.ts';
import { listLocalMail } from '../../platform/mail/mail.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createReference } from './contact.ts';

const message = {
  name: 'Ada Park',
  email: 'ada@example.com',
  subject: 'My address',
  message: 'I cannot find where to change it.',
};

const test = setUpTestApp();

describe('POST /api/contact (product 2.39, 7.11)', () => {
  it('stores the message and returns a reference number', async () => {
    const { status, body } = await test.request('POST', '/api/contact', { payload: message });
    expect(status).toBe(201);
    const reference = String(body['reference']);
    expect(reference).toMatch(/^SOL-[2-9A-HJKMNP-Z]{6}$/);
    const stored = await test.db.select().from(contactMessages).where(eq(contactMessages.reference, reference));
    expect(stored).toMatchObject([message]);
  });
});

describe('with CONTACT_EMAIL', () => {
  const to = 'team@solvent.example';
  let server: TestApp;
  let smtp: TestSmtp | undefined;
  afterEach(async () => {
    await server.close();
    await smtp?.close();
    smtp = undefined;
  });

  /** Sends a message, by a mail server with these replies, if any. */
  async function sendMessage(answers?: number[]): Promise<{ reference: string; received: TestSmtp['received'] }> {
    smtp = answers && (await openTestSmtp(answers));
    const ports = smtp && { mail: createSmtpMail({ url: smtp.url, from: 'no-reply@solvent.example' }) };
    server = await createTestApp({ config: { contactEmail: to }, ports: ports ?? {} });
    const { status, body } = await server.request('POST', '/api/contact', { payload: message });
    expect(status).toBe(201);
    await server.runJobs();
    return { reference: String(body['reference']), received: smtp?.received ?? [] };
  }

  it('a message is emailed with its reference number and author', async () => {
    const { reference } = await sendMessage();
    const [email] = await listLocalMail(server.db, 1);
    expect(email).toMatchObject({ to, subject: `${reference}: ${message.subject}` });
    for (const text of [message.name, message.email, message.message]) expect(email?.text).toContain(text);
  });

  it('an email is retried after a temporary error; its subject has the reference, and replies go to the author', async () => {
    const { reference, received } = await sendMessage([451, 250]);
    expect(received).toEqual([]);
    await advanceTime(server.db, 120);
    await server.runJobs();
    expect(received).toMatchObject([{ to: [to] }]);
    const raw = received[0]?.raw ?? '';
    expect(raw).toContain(`\r\nSubject: ${reference}: ${message.subject}\r\n`);
    expect(raw).toContain(`\r\nReply-To: ${message.name} <${message.email}>\r\n`);
  });

  it('an email fails after a permanent error, and can be retried manually', async () => {
    const { received } = await sendMessage([550, 451, 250]);
    expect(await listFailedJobs(server.db, 10)).toMatchObject([
      { queue: 'contact-mail', tries: 1, error: expect.stringContaining('550 Nobody of that name') },
    ]);
    expect(await retryFailedJobs(server.db, { queue: 'contact-mail' })).toHaveLength(1);
    for (const seconds of [0, 120]) {
      await advanceTime(server.db, seconds);
      await server.runJobs();
    }
    expect(received).toHaveLength(1);
    expect(await listFailedJobs(server.db, 10)).toEqual([]);
  });
});

it('a message is deleted after two years, within the hour (/privacy)', async () => {
  const day = 24 * 3_600_000;
  const buildOldMessage = (reference: string, days: number) => ({
    ...message,
    reference,
    createdAt: new Date(Date.now() - days * day),
  });
  await test.db.insert(contactMessages).values([buildOldMessage('SOL-2YEARS', 732), buildOldMessage('SOL-YOUNGER', 729)]);
  await test.runJobs();
  const remaining = await test.db
    .select({ reference: contactMessages.reference })
    .from(contactMessages)
    .where(inArray(contactMessages.reference, ['SOL-2YEARS', 'SOL-YOUNGER']));
  expect(remaining).toEqual([{ reference: 'SOL-YOUNGER' }]);
});

it('reference numbers are unique', () => {
  const numbers = Array.from({ length: 200 }, createReference);
  expect(new Set(numbers).size).toBe(200);
});
