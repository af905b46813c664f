import * as yup from 'yup';
import type { IsoTime } from '@solvent/contracts';
import { LINKS_PATH } from '../../../identity-emulator/email-link.ts';
import type { EmailLink } from '../../../identity-emulator/email-link.ts';
import type { Deps } from '../../../deps.ts';
import { listLocalMail } from '../../../platform/mail/local-mail.ts';

/** At most this many are shown. */
const SHOWN = 200;
/** How long the emulator may take (ms). */
const PATIENCE = 2000;

/** A mail that would have been sent. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  link: string | null;
  at: IsoTime;
}

/** The mail, newest first; `notice` says what is missing. */
export interface Mailbox {
  messages: Message[];
  notice: string | undefined;
}

const answerRules = yup.object({
  links: yup
    .array(
      yup.object({
        to: yup.string().required(),
        subject: yup.string().required(),
        text: yup.string().required(),
        link: yup.string().required(),
        at: yup.string().required(),
      }),
    )
    .required(),
});

async function readLinks(emulatorHost: string): Promise<EmailLink[]> {
  const answer = await fetch(`http://${emulatorHost}${LINKS_PATH}`, { signal: AbortSignal.timeout(PATIENCE) });
  return (await answerRules.validate(await answer.json())).links;
}

/** Kept mail and the identity emulator's links, together. */
export async function readMailbox({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Mailbox> {
  const kept = await listLocalMail(db, SHOWN);
  const letters: Message[] = kept.map(({ to, subject, text, link, at }) => ({ to, subject, text, link, at: at.toISOString() }));
  const host = config.identity.emulatorHost;
  if (host === undefined) return { messages: letters, notice: undefined };
  const links = await readLinks(host).catch(() => undefined);
  const notice =
    links === undefined
      ? `The identity emulator at ${host} does not answer, so sign-in links are missing here. Start it again.`
      : undefined;
  const messages = [...letters, ...(links ?? [])].toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, SHOWN);
  return { messages, notice };
}
