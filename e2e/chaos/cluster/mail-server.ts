import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ROOT } from '../root.ts';

export interface MailServer {
  url: string;
  /** Times of arrival (ISO 8601) by reference: more than one is an error. */
  received: Map<string, string[]>;
  /** Refuses emails with this word permanently; undefined refuses none. */
  refuse(word: string | undefined): void;
  close(): Promise<void>;
}

interface SmtpModule {
  SMTPServer: new (options: {
    authOptional: boolean;
    disabledCommands: string[];
    disableReverseLookup: boolean;
    onData(stream: Readable, session: object, done: (error: Error | null) => void): void;
  }) => {
    server: Server;
    listen(port: number, host: string): void;
    close(done: () => void): void;
    on(name: 'error', act: () => void): void;
  };
}

const REFERENCE = /SOL-\w+/;
const REFUSAL = Object.assign(new Error('Refused content'), { responseCode: 554 });

export async function startMailServer(): Promise<MailServer> {
  const { SMTPServer } = createRequire(join(ROOT, 'api/package.json'))('smtp-server') as SmtpModule;
  const received: MailServer['received'] = new Map();
  let refused: string | undefined;
  const receive = async (stream: Readable, done: (error: Error | null) => void) => {
    const email = await text(stream);
    if (refused !== undefined && email.includes(refused)) return done(REFUSAL);
    const reference = REFERENCE.exec(email)?.[0] ?? 'none';
    received.set(reference, [...(received.get(reference) ?? []), new Date().toISOString()]);
    return done(null);
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, _session, done) => void receive(stream, done),
  });
  // Connections that a killed server breaks are no error here.
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  // A TCP server's address is an object.
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (word) => (refused = word),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
