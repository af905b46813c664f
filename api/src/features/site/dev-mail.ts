import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Deps } from './deps.ts';
import type { Feature } from '../../platform/http/app.ts';
import { LINKS_PATH } from '../../platform/identity/email-link.ts';
import type { EmailLink } from '../../platform/identity/email-link.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { escapeHtml } from '@solvent/federation/manifest';
import { LOCAL_ONLY_MESSAGE, isLocalRequest } from '../../platform/http/local-request.ts';
import { listLocalMail } from '../../platform/mail/mail.ts';
import { PLAIN_PAGE_POLICY, renderPlainPage } from './plain-page.ts';

const MAX_MESSAGES = 200;
const TIMEOUT_MS = 2000;

type Message = Pick<EmailLink, 'to' | 'subject' | 'text' | 'at'> & { link: string | null };

async function readLinks(emulatorHost: string): Promise<EmailLink[]> {
  const response = await fetch(`http://${emulatorHost}${LINKS_PATH}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  // The response of the emulator in this repository.
  return ((await response.json()) as { links: EmailLink[] }).links;
}

/** Reads the mailbox. `notice` is a sentence about missing links. */
async function readMailbox({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const rows = await listLocalMail(db, MAX_MESSAGES);
  const emails = rows.map((row): Message => ({ ...row, at: row.at.toISOString() }));
  const host = config.identity.emulatorHost;
  const links = host === undefined ? [] : await readLinks(host).catch(() => undefined);
  const notice = `The identity emulator at ${host} does not answer, so sign-in links are missing here. Start it again.`;
  const messages = [...emails, ...(links ?? [])].toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_MESSAGES);
  return { messages, ...(links === undefined ? { notice } : {}) };
}

function renderMessage({ to, subject, text, link, at }: Message): string {
  const time = `${at.replace('T', ' ').slice(0, 19)} UTC`;
  const open = link !== null && /^https?:/.test(link) ? `<p><a href="${escapeHtml(link)}">Open the link</a></p>` : '';
  return `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)} · ${time}</p><p>${escapeHtml(text)}</p>${open}</article>`;
}

function renderMailbox({ messages, notice }: Awaited<ReturnType<typeof readMailbox>>): string {
  const warning = notice === undefined ? '' : `<p role="alert">${escapeHtml(notice)}</p>`;
  const list = messages.length === 0 ? '<p>No mail yet.</p>' : messages.map(renderMessage).join('\n');
  const intro = 'Messages that would have been sent, newest first. <a href="/dev/mail">Refresh</a>';
  return renderPlainPage('Mail', `<h1>Mail</h1>\n<p>${intro}</p>\n${warning}\n${list}`);
}

const prefersJson = (request: FastifyRequest) =>
  new Negotiator(request).mediaType(['text/html', 'application/json']) === 'application/json';

/** `GET /dev/mail`, in development only. Restricted to the local machine, since the links give access to all accounts. */
export const devMailFeature: Feature<Deps> = (app, deps) => {
  if (!deps.config.localMail) return;
  app.addHook('onRequest', async (request) => {
    if (!isLocalRequest(request)) throw new AppError('forbidden', `This page ${LOCAL_ONLY_MESSAGE}`);
  });
  app.get('/dev/mail', { schema: { hide: true } }, async (request, reply) => {
    const mailbox = await readMailbox(deps);
    reply.header('cache-control', 'no-store').header('vary', 'Accept');
    if (prefersJson(request)) {
      const messages = mailbox.messages.map(({ to, subject, link, at }) => ({ to, subject, link, at }));
      return { ...mailbox, messages };
    }
    reply.header('content-security-policy', PLAIN_PAGE_POLICY).type('text/html; charset=utf-8');
    return renderMailbox(mailbox);
  });
};
