import type { Config } from '../../platform/config/config.ts';
import { readProduct } from '../../platform/config/product.ts';
import { getErrorMessage, getRootCause } from '../../platform/errors/error-code.ts';
import { smtpProblem } from '../../platform/mail/smtp-mail.ts';
import { nodeProblem } from '../preflight.ts';
import { credentialsProblem, fail, ok, TIMEOUT_MS, warn, warnInProduction } from '../probes.ts';
import type { Finding } from '../probes.ts';
import { examineDatabase, examineRedis } from './database.ts';
import { examineAssets, examineDisk, examineFiles, examineReleases } from './stores.ts';

/** Public keys that verify Firebase ID tokens. */
const KEYS = 'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com';

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });

function examineVersion(): Finding {
  const { version, revision } = readProduct();
  return ok(
    `Solvent ${version}, ${revision === 'checkout' ? 'from a checkout' : `built of ${revision || 'an unknown revision'}`}.`,
  );
}

function examineNode({ env }: Config): Finding {
  const problem = nodeProblem(process.version);
  return problem === undefined ? ok(`This is Node ${process.version.slice(1)}.`) : warnInProduction(env, problem);
}

export async function examineIdentity({ identity }: Config): Promise<Finding> {
  const { emulatorHost, projectId, credentialsFile } = identity;
  const problem = credentialsProblem(identity);
  if (problem !== undefined) return fail(problem.sentence);
  try {
    const response = await get(emulatorHost === undefined ? KEYS : `http://${emulatorHost}/`);
    if (!response.ok) throw new Error(`it answers ${response.status}`);
  } catch (error) {
    const reason = getErrorMessage(getRootCause(error));
    return fail(
      emulatorHost === undefined
        ? `Google's keys cannot be read (${reason}), so no user can sign up or sign in by link: let this machine reach www.googleapis.com by HTTPS.`
        : `The emulator at ${emulatorHost} does not answer (${reason}): "npm start" starts it; or set FIREBASE_PROJECT_ID to a real project.`,
    );
  }
  if (emulatorHost !== undefined) return ok(`The emulator at ${emulatorHost} answers.`);
  if (credentialsFile !== undefined) return ok(`Google's keys were read, and the key file is of the project ${projectId}.`);
  return warn(`Google's keys were read, but deleted accounts stay in project ${projectId}: set GOOGLE_APPLICATION_CREDENTIALS.`);
}

export async function examineMail({ smtp, contactEmail, env }: Config): Promise<Finding> {
  if (smtp === undefined)
    return warnInProduction(
      env,
      'None is sent: messages to the team are stored, and shown by "pnpm solvent messages". Set SMTP_URL, MAIL_FROM and CONTACT_EMAIL to receive them by email.',
    );
  const problem = await smtpProblem(smtp);
  if (problem !== undefined)
    return fail(
      `The mail server in SMTP_URL cannot be used (${problem}): check the address, the user and the password, and that this machine may reach it.`,
    );
  if (contactEmail !== undefined) return ok(`The mail server accepts the login; messages to the team go to ${contactEmail}.`);
  return warn('The mail server accepts the login, but messages to the team are not sent: set CONTACT_EMAIL.');
}

/** Response of GET /api/health/address. */
interface AddressResponse {
  address?: unknown;
  forwarded?: unknown;
}

/** @returns a problem as text */
async function requestAddress(publicUrl: string): Promise<AddressResponse | string> {
  try {
    const response = await get(`${publicUrl}/api/health/address`);
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && typeof body === 'object' && body !== null && 'address' in body) return body;
    return `answers ${response.status} and is no server of this release: see where the proxy leads`;
  } catch (error) {
    return `does not answer (${getErrorMessage(getRootCause(error))}): start a server, and the proxy in front of it`;
  }
}

/** Servers must see the client's address through their proxies. */
async function examineProxy({ publicUrl, env, trustProxy }: Config): Promise<Finding> {
  if (publicUrl === undefined)
    return warnInProduction(env, 'PUBLIC_URL is not set, so the proxy was not checked: set it to the address that users open.');
  const seen = await requestAddress(publicUrl);
  if (typeof seen === 'string') return warn(`PUBLIC_URL (${publicUrl}) ${seen}.`);
  const address = String(seen.address);
  if (seen.forwarded === 'untrusted')
    return fail(
      `Requests come through ${address}, which TRUST_PROXY${trustProxy.length > 0 ? ` (${trustProxy.join(', ')})` : ''} does not name, so all users count as one client: set TRUST_PROXY=${address} for the servers.`,
    );
  if (seen.forwarded === 'none' && publicUrl.startsWith('https:'))
    return fail(
      `Requests come from ${address} without X-Forwarded-For, though PUBLIC_URL is https: let the proxy send it, or all users count as one client.`,
    );
  return ok(`A server sees this machine as ${address}: if that is not its address as the proxy sees it, correct TRUST_PROXY.`);
}

/** In the order of the report, after the version and the database. */
const SECTIONS: Record<string, (config: Config) => Finding | undefined | Promise<Finding | undefined>> = {
  redis: examineRedis,
  files: examineFiles,
  disk: examineDisk,
  releases: examineReleases,
  assets: examineAssets,
  identity: examineIdentity,
  mail: examineMail,
  proxy: examineProxy,
  node: examineNode,
};

/** Examines everything that servers with these settings depend on, concurrently. Leaves nothing behind. */
export async function examine(config: Config): Promise<(Finding & { name: string })[]> {
  const examined = Object.entries(SECTIONS).map(async ([name, run]) => [name, await run(config)] as const);
  const [database, ...sections] = await Promise.all([examineDatabase(config), ...examined]);
  const findings = [['version', examineVersion()] as const, ...Object.entries(database), ...sections];
  return findings.flatMap(([name, finding]) => (finding === undefined ? [] : [{ name, ...finding }]));
}
