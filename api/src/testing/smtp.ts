import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { getPort } from './listen.ts';

interface ReceivedEmail {
  from: string;
  to: string[];
  /** Headers, an empty line and the text. */
  raw: string;
}

export interface TestSmtp {
  url: string;
  received: ReceivedEmail[];
  close(): Promise<void>;
}

const smtpError = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

/** @param responses reply codes to successive recipients; the last one repeats, and `hang` never replies */
export async function openTestSmtp(responses: (number | 'hang')[] = [250]): Promise<TestSmtp> {
  const received: ReceivedEmail[] = [];
  const remaining = [...responses];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'solvent' && password === 'right' ? done(null, { user: 'solvent' }) : done(smtpError(535, 'Wrong login')),
    onRcptTo: (_address, _session, done) => {
      const code = (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? 250;
      if (code === 'hang') return;
      done(code < 400 ? null : smtpError(code, code < 500 ? 'Try again later' : 'Nobody of that name'));
    },
    onData: (stream, session, done) => {
      const keep = async () => {
        const raw = await text(stream);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw });
        done(null);
      };
      void keep();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://solvent:right@127.0.0.1:${getPort(server.server)}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
