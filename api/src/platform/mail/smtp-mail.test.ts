import { openTestSmtp } from '../../testing/smtp.ts';
import type { TestSmtp } from '../../testing/smtp.ts';
import { openSilentServer } from '../../testing/external-services.ts';
import { freePort } from '../../testing/server-process.ts';
import { createSmtpMail, smtpProblem } from './smtp-mail.ts';

const FROM = 'Solvent <no-reply@solvent.example>';
/** For a server that says nothing: whatever is to succeed has its time, on a busy machine, too. */
const QUICK = { dnsTimeout: 1000, connectionTimeout: 1000, greetingTimeout: 1000, socketTimeout: 1000 };
const LETTER = { to: 'team@solvent.example', subject: 'My address', text: 'Where do I change it?' };

let smtp: TestSmtp | undefined;
afterEach(async () => {
  await smtp?.close();
  smtp = undefined;
});

async function openMail(answers?: (number | 'hang')[]) {
  smtp = await openTestSmtp(answers);
  const settings = { url: smtp.url, from: FROM };
  return { mail: createSmtpMail(settings), hasty: createSmtpMail(settings, QUICK), received: smtp.received };
}
const headersOf = (raw = '') => raw.slice(0, raw.indexOf('\r\n\r\n')).split(/\r\n(?![ \t])/);

describe('mail by SMTP', () => {
  it('is sent from the address of the settings, and answers go to who wrote', async () => {
    const { mail, received } = await openMail();
    await mail.send({ ...LETTER, replyTo: { name: 'Ada, "Park"', address: 'ada@example.com' }, reference: 'SOL-7K3M9Q' });
    expect(received).toMatchObject([{ from: 'no-reply@solvent.example', to: ['team@solvent.example'] }]);
    const headers = headersOf(received[0]?.raw);
    expect(headers).toContain('Subject: My address');
    expect(headers).toContain('From: Solvent <no-reply@solvent.example>');
    expect(headers).toContain('Reply-To: "Ada, \\"Park\\"" <ada@example.com>');
    expect(headers).toContain('Message-ID: <SOL-7K3M9Q@solvent.example>');
    expect(received[0]?.raw).toContain('Where do I change it?');
  });

  it.each([
    ['the subject', { subject: 'Hello\r\nBcc: everybody@example.com\r\n\r\nBuy' }],
    ['a name', { replyTo: { name: 'Ada\r\nBcc: everybody@example.com', address: 'ada@example.com' } }],
    ['a name that closes its address', { replyTo: { name: 'Ada <x@y.example>, Bob', address: 'ada@example.com' } }],
    ['an address', { replyTo: { name: 'Ada', address: 'ada@example.com\r\nBcc: everybody@example.com' } }],
  ])('has no header, and nobody it goes to, by what somebody wrote as %s', async (_where, change) => {
    const { mail, received } = await openMail();
    await mail.send({ ...LETTER, ...change });
    expect(received).toMatchObject([{ to: ['team@solvent.example'] }]);
    const names = headersOf(received[0]?.raw).map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).not.toContain('bcc');
    expect(names.filter((name) => name === 'to' || name === 'subject' || name === 'from')).toHaveLength(3);
  });

  it.each<[what: string, answer: number | 'hang', isFinal: boolean]>([
    ['is refused for good', 550, true],
    ['is put off', 451, false],
    ['is given up where the server hangs', 'hang', false],
  ])('that %s says whether it may be sent again', async (_what, answer, isFinal) => {
    const { mail, hasty, received } = await openMail([answer, 250]);
    const sender = answer === 'hang' ? hasty : mail;
    await expect(sender.send(LETTER)).rejects.toMatchObject({ name: 'MailError', isFinal });
    expect(received).toEqual([]);
    await mail.send(LETTER);
    expect(received).toHaveLength(1);
  });

  it('may be sent again where nothing listens', async () => {
    const mail = createSmtpMail({ url: `smtp://127.0.0.1:${await freePort()}`, from: FROM });
    await expect(mail.send(LETTER)).rejects.toMatchObject({ name: 'MailError', isFinal: false });
  });
});

describe('whether mail can be sent', () => {
  it('is seen by signing in', async () => {
    const { url, received } = (smtp = await openTestSmtp());
    expect(await smtpProblem({ url, from: FROM })).toBeUndefined();
    expect(await smtpProblem({ url: url.replace('right', 'wrong'), from: FROM })).toMatch(/Wrong login/);
    expect(received).toEqual([]);
  });

  it('is not told a password without TLS by a server that is elsewhere', async () => {
    const { url, received } = (smtp = await openTestSmtp());
    // An address of this machine that does not say so.
    const elsewhere = { url: url.replace('127.0.0.1', '0.0.0.0'), from: FROM };
    expect(await smtpProblem(elsewhere)).toMatch(/TLS|certificate/);
    await expect(createSmtpMail(elsewhere).send(LETTER)).rejects.toMatchObject({ name: 'MailError', isFinal: false });
    expect(received).toEqual([]);
  });

  it('is given up where nobody greets', async () => {
    const { port, close } = await openSilentServer();
    // Of two limits that end at once either may be named.
    const hasty = { ...QUICK, socketTimeout: 60_000 };
    expect(await smtpProblem({ url: `smtp://127.0.0.1:${port}`, from: FROM }, hasty)).toMatch(/greeting/i);
    close();
  });
});
