import { openTestSmtp } from '../../testing/smtp.ts';
import type { TestSmtp } from '../../testing/smtp.ts';
import { openSilentServer } from '../../testing/external-services.ts';
import { freePort } from '../../testing/server-process.ts';
import { createSmtpMail, smtpProblem } from './smtp-mail.ts';

const FROM = 'Solvent <no-reply@solvent.example>';
/** For a silent server only: on a busy machine, successful calls need longer. */
const SHORT_TIMEOUTS = { dnsTimeout: 1000, connectionTimeout: 1000, greetingTimeout: 1000, socketTimeout: 1000 };
const EMAIL = { to: 'team@solvent.example', subject: 'My address', text: 'Where do I change it?' };
const NOT_ACCEPTED = expect.stringContaining('did not accept the email');
const PERMANENT = { name: 'NonRetryableError', message: NOT_ACCEPTED };
const RETRYABLE = { name: 'Error', message: NOT_ACCEPTED };

let smtp: TestSmtp | undefined;
afterEach(async () => {
  await smtp?.close();
  smtp = undefined;
});

async function openMail(responses?: (number | 'hang')[]) {
  smtp = await openTestSmtp(responses);
  const settings = { url: smtp.url, from: FROM };
  return { mail: createSmtpMail(settings), impatient: createSmtpMail(settings, SHORT_TIMEOUTS), received: smtp.received };
}
const getHeaders = (raw = '') => raw.slice(0, raw.indexOf('\r\n\r\n')).split(/\r\n(?![ \t])/);

describe('mail by SMTP', () => {
  it('is sent from the configured address, with the author as reply address', async () => {
    const { mail, received } = await openMail();
    await mail.send({ ...EMAIL, replyTo: { name: 'Ada, "Park"', address: 'ada@example.com' }, reference: 'SOL-7K3M9Q' });
    expect(received).toMatchObject([{ from: 'no-reply@solvent.example', to: ['team@solvent.example'] }]);
    const headers = getHeaders(received[0]?.raw);
    expect(headers).toContain('Subject: My address');
    expect(headers).toContain('From: Solvent <no-reply@solvent.example>');
    expect(headers).toContain('Reply-To: "Ada, \\"Park\\"" <ada@example.com>');
    expect(headers).toContain('Message-ID: <SOL-7K3M9Q@solvent.example>');
    expect(received[0]?.raw).toContain('Where do I change it?');
  });

  it.each([
    ['the subject', { subject: 'Hello\r\nBcc: everybody@example.com\r\n\r\nBuy' }],
    ['a name', { replyTo: { name: 'Ada\r\nBcc: everybody@example.com', address: 'ada@example.com' } }],
    ['a name with an address', { replyTo: { name: 'Ada <x@y.example>, Bob', address: 'ada@example.com' } }],
    ['an address', { replyTo: { name: 'Ada', address: 'ada@example.com\r\nBcc: everybody@example.com' } }],
  ])('cannot inject headers or recipients by %s', async (_case, change) => {
    const { mail, received } = await openMail();
    await mail.send({ ...EMAIL, ...change });
    expect(received).toMatchObject([{ to: ['team@solvent.example'] }]);
    const names = getHeaders(received[0]?.raw).map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).not.toContain('bcc');
    expect(names.filter((name) => name === 'to' || name === 'subject' || name === 'from')).toHaveLength(3);
  });

  it.each<[failure: string, response: number | 'hang', isPermanent: boolean]>([
    ['is rejected', 550, true],
    ['is deferred', 451, false],
    ['times out', 'hang', false],
  ])('reports whether a retry is useful if it %s', async (_failure, response, isPermanent) => {
    const { mail, impatient, received } = await openMail([response, 250]);
    const sender = response === 'hang' ? impatient : mail;
    await expect(sender.send(EMAIL)).rejects.toMatchObject(isPermanent ? PERMANENT : RETRYABLE);
    expect(received).toEqual([]);
    await mail.send(EMAIL);
    expect(received).toHaveLength(1);
  });

  it('can be retried if the server is unreachable', async () => {
    const mail = createSmtpMail({ url: `smtp://127.0.0.1:${await freePort()}`, from: FROM });
    await expect(mail.send(EMAIL)).rejects.toMatchObject(RETRYABLE);
  });
});

describe('smtpProblem', () => {
  it('reports a failed login', async () => {
    const { url, received } = (smtp = await openTestSmtp());
    expect(await smtpProblem({ url, from: FROM })).toBeUndefined();
    expect(await smtpProblem({ url: url.replace('right', 'wrong'), from: FROM })).toMatch(/Wrong login/);
    expect(received).toEqual([]);
  });

  it('reports a remote server without TLS, which gets no password', async () => {
    const { url, received } = (smtp = await openTestSmtp());
    // An address of this machine that is not a loopback address.
    const elsewhere = { url: url.replace('127.0.0.1', '0.0.0.0'), from: FROM };
    expect(await smtpProblem(elsewhere)).toMatch(/TLS|certificate/);
    await expect(createSmtpMail(elsewhere).send(EMAIL)).rejects.toMatchObject(RETRYABLE);
    expect(received).toEqual([]);
  });

  it('reports a missing greeting', async () => {
    const { port, close } = await openSilentServer();
    // Otherwise either of two simultaneous timeouts may be reported.
    const impatient = { ...SHORT_TIMEOUTS, socketTimeout: 60_000 };
    expect(await smtpProblem({ url: `smtp://127.0.0.1:${port}`, from: FROM }, impatient)).toMatch(/greeting/i);
    close();
  });
});
