import type { Config } from '../../platform/config/config.ts';
import { smtpProblem } from '../../platform/mail/smtp-mail.ts';
import { getErrorMessage } from '../../platform/errors/error-code.ts';
import { credentialsProblem } from '../credentials.ts';
import { fail, failed, ok, warn, warnInProduction } from './finding.ts';
import type { Finding } from './finding.ts';

const TIMEOUT = 8000;

/** The keys by which proofs of Firebase's are verified. */
const KEYS = 'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com';

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });

/** Why a fetch failed is in its cause. */
const getCause = (error: unknown) =>
  getErrorMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error);

/** Whether people can prove who they are. */
export async function examineIdentity({ identity }: Config): Promise<Finding> {
  const { emulatorHost, projectId, credentialsFile } = identity;
  const problem = credentialsProblem(identity);
  if (problem !== undefined) return failed('identity', problem);
  try {
    const { ok: isOk, status } = await get(emulatorHost === undefined ? KEYS : `http://${emulatorHost}/`);
    if (!isOk) throw new Error(`it answers ${status}`);
  } catch (error) {
    if (emulatorHost !== undefined)
      return fail(
        'identity',
        `The emulator at ${emulatorHost} does not answer (${getCause(error)}): "npm start" starts it; or set FIREBASE_PROJECT_ID to a real project.`,
      );
    return fail(
      'identity',
      `Google's keys cannot be read (${getCause(error)}), so nobody can sign up or in by link: let this machine reach www.googleapis.com by HTTPS.`,
    );
  }
  if (emulatorHost !== undefined) return ok('identity', `The emulator at ${emulatorHost} answers.`);
  if (credentialsFile === undefined)
    return warn(
      'identity',
      `Google's keys were read; people who delete their accounts stay known to ${projectId}: set GOOGLE_APPLICATION_CREDENTIALS.`,
    );
  return ok('identity', `Google's keys were read, and the key file is of the project ${projectId}.`);
}

/** Whether mail can be sent. */
export async function examineMail({ smtp, contactEmail, env }: Config): Promise<Finding> {
  if (smtp === undefined)
    return warnInProduction(
      env,
      'mail',
      'None is sent: messages to the team are stored, and shown by "pnpm solvent messages". Set SMTP_URL, MAIL_FROM and CONTACT_EMAIL to get them as letters.',
    );
  const problem = await smtpProblem(smtp);
  if (problem !== undefined)
    return fail(
      'mail',
      `The mail server in SMTP_URL cannot be used (${problem}): check the address, the user and the password, and that this machine may reach it.`,
    );
  if (contactEmail === undefined)
    return warn('mail', 'The mail server takes the login, and messages to the team are not sent: set CONTACT_EMAIL.');
  return ok('mail', `The mail server takes the login; messages to the team go to ${contactEmail}.`);
}

/** The server's view of the client. */
interface Seen {
  address?: unknown;
  forwarded?: unknown;
}

async function requestServer(publicUrl: string): Promise<Seen | string> {
  try {
    const answer = await get(`${publicUrl}/api/health/address`);
    const body: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok || typeof body !== 'object' || body === null || !('address' in body))
      return `is answered ${answer.status} by something that is no server of this release: see where the proxy leads`;
    return body;
  } catch (error) {
    return `does not answer (${getCause(error)}): start a server, and the proxy in front of it`;
  }
}

/** Whether servers see the client's address through their proxies. */
export async function examineProxy({ publicUrl, env, trustProxy }: Config): Promise<Finding> {
  if (publicUrl === undefined)
    return warnInProduction(
      env,
      'proxy',
      'PUBLIC_URL is not set, so that nobody looked at what a proxy in front of the servers does: set it to the address that people use.',
    );
  const seen = await requestServer(publicUrl);
  if (typeof seen === 'string') return warn('proxy', `PUBLIC_URL (${publicUrl}) ${seen}.`);
  const address = String(seen.address);
  if (seen.forwarded === 'untrusted')
    return fail(
      'proxy',
      `Requests come through ${address}, which TRUST_PROXY${trustProxy.length > 0 ? ` (${trustProxy.join(', ')})` : ''} does not name, so everybody counts as one caller: set TRUST_PROXY=${address} for the servers.`,
    );
  if (seen.forwarded === 'none' && publicUrl.startsWith('https:'))
    return fail(
      'proxy',
      `Requests come from ${address} without X-Forwarded-For, though PUBLIC_URL is https: let the proxy send it, or everybody counts as one caller.`,
    );
  return ok(
    'proxy',
    `A server sees this machine as ${address}: if that is not its address as the proxy sees it, correct TRUST_PROXY.`,
  );
}
