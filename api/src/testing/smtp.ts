import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A letter as it came in. */
export interface ReceivedEmail {
  from: string;
  to: string[];
  /** As it was sent: headers, an empty line, the text. */
  raw: string;
}

/** A mail server on this machine. */
export interface TestSmtp {
  url: string;
  received: ReceivedEmail[];
  close(): Promise<void>;
}

const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

/** How it takes letters: what it answers to each, one after the other (the last for all that follow); `hang` answers nothing. */
export async function openTestSmtp(answers: (number | 'hang')[] = [250]): Promise<TestSmtp> {
  const received: ReceivedEmail[] = [];
  const left = [...answers];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    // A name of whoever connects is asked of the net.
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'solvent' && password === 'right' ? done(null, { user: 'solvent' }) : done(refusal(535, 'Wrong login')),
    onRcptTo: (_address, _session, done) => {
      const answer = (left.length > 1 ? left.shift() : left[0]) ?? 250;
      if (answer === 'hang') return;
      done(answer < 400 ? null : refusal(answer, answer < 500 ? 'Come again later' : 'Nobody of that name'));
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
  // What clients break off is theirs.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  // A TCP server's address is an object.
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://solvent:right@127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}
