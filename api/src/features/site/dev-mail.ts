import type { IsoTime } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { createHash } from 'node:crypto';
import * as yup from 'yup';
import type { Deps } from './deps.ts';
import type { Feature } from '../../platform/http/app.ts';
import { LINKS_PATH } from '../../platform/identity/email-link.ts';
import type { EmailLink } from '../../platform/identity/email-link.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { escapeHtml } from '@solvent/federation/manifest';
import { LOCAL_ONLY_MESSAGE, isLocalRequest } from '../../platform/http/local-request.ts';
import { listLocalMail } from '../../platform/mail/mail.ts';

const MAX_MESSAGES = 200;
const TIMEOUT_MS = 2000;

interface Message {
  to: string;
  subject: string;
  text: string;
  link: string | null;
  at: IsoTime;
}

interface Mailbox {
  messages: Message[];
  notice: string | undefined;
}

const requiredText = yup.string().required();
const responseRules = yup.object({
  links: yup
    .array(yup.object({ to: requiredText, subject: requiredText, text: requiredText, link: requiredText, at: requiredText }))
    .required(),
});

async function readLinks(emulatorHost: string): Promise<EmailLink[]> {
  const response = await fetch(`http://${emulatorHost}${LINKS_PATH}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return (await responseRules.validate(await response.json())).links;
}

async function readMailbox({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Mailbox> {
  const rows = await listLocalMail(db, MAX_MESSAGES);
  const emails: Message[] = rows.map(({ to, subject, text, link, at }) => ({ to, subject, text, link, at: at.toISOString() }));
  const host = config.identity.emulatorHost;
  if (host === undefined) return { messages: emails, notice: undefined };
  const links = await readLinks(host).catch(() => undefined);
  const notice =
    links === undefined
      ? `The identity emulator at ${host} does not answer, so sign-in links are missing here. Start it again.`
      : undefined;
  const messages = [...emails, ...(links ?? [])].toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_MESSAGES);
  return { messages, notice };
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.0625rem; margin: 0; }
header p, article p, .meta { color: color-mix(in srgb, CanvasText 72%, Canvas); }
article { border: 1px solid color-mix(in srgb, CanvasText 18%, Canvas); border-radius: 12px; padding: 1rem 1.25rem; margin-top: 1rem; }
article p { margin: .5rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.meta { font-size: .875rem; }
.open { display: inline-block; margin-top: .75rem; padding: .4rem 1rem; border-radius: 8px; background: #1d4ed8; color: #fff; text-decoration: none; font-weight: 600; }
.open:focus-visible { outline: 3px solid #f59e0b; outline-offset: 2px; }
[role=alert] { border: 1px solid #b45309; border-radius: 12px; padding: .75rem 1.25rem; margin-top: 1rem; }
`;

const hash = createHash('sha256').update(STYLE).digest('base64');

/** Allows the page's own style only. */
const DEV_MAIL_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function renderLink(link: string | null): string {
  if (link === null || !/^https?:/.test(link)) return '';
  return `<a class="open" href="${escapeHtml(link)}">Open the link</a>`;
}

function renderMessage({ to, subject, text, link, at }: Message): string {
  const time = `<time datetime="${at}">${at.replace('T', ' ').slice(0, 19)} UTC</time>`;
  return `<article><h2>${escapeHtml(subject)}</h2><div class="meta">To ${escapeHtml(to)} · ${time}</div><p>${escapeHtml(text)}</p>${renderLink(link)}</article>`;
}

function renderPage({ messages, notice }: Mailbox): string {
  const warning = notice === undefined ? '' : `<p role="alert">${escapeHtml(notice)}</p>`;
  const list = messages.length === 0 ? '<p>No mail yet.</p>' : messages.map(renderMessage).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail · Solvent</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Mail</h1><p>Messages that would have been sent, newest first. <a href="/dev/mail">Refresh</a></p></header>
<main>${warning}
${list}
</main>
</body>
</html>
`;
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
      const { messages, notice } = mailbox;
      const shown = messages.map(({ to, subject, link, at }) => ({ to, subject, link, at }));
      return notice === undefined ? { messages: shown } : { messages: shown, notice };
    }
    reply.header('content-security-policy', DEV_MAIL_POLICY).type('text/html; charset=utf-8');
    return renderPage(mailbox);
  });
};
