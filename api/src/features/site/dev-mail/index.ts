import { AppError } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../../../feature.ts';
import { isAskedAtOwnMachine, NOT_OWN_MACHINE } from '../../../platform/http/own-machine.ts';
import { DEV_MAIL_POLICY, mailPage } from './mail-page.ts';
import { readMailbox } from './mailbox.ts';

/** Who asks for JSON, and not for a page. */
const wantsJson = (accept = '') => accept.includes('application/json') && !accept.includes('text/html');

/**
 * `GET /dev/mail`: mail that would have been sent. Development only, in production the address does not exist; and at this
 * machine's own names only: the links in it are everybody's accounts.
 */
export const devMailFeature: Feature = (app, deps) => {
  if (!deps.config.localMail) return;
  app.addHook('onRequest', async ({ headers }) => {
    if (!isAskedAtOwnMachine(headers)) throw new AppError('forbidden', `This page ${NOT_OWN_MACHINE}`);
  });
  app.get('/dev/mail', { schema: { hide: true } }, async (request, reply) => {
    const mailbox = await readMailbox(deps);
    reply.header('cache-control', 'no-store').header('vary', 'Accept');
    if (wantsJson(request.headers.accept)) {
      const { messages, notice } = mailbox;
      const shown = messages.map(({ to, subject, link, at }) => ({ to, subject, link, at }));
      return notice === undefined ? { messages: shown } : { messages: shown, notice };
    }
    reply.header('content-security-policy', DEV_MAIL_POLICY).type('text/html; charset=utf-8');
    return mailPage(mailbox);
  });
};
