import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Problem } from '@solvent/object-store';
import { Redis } from 'ioredis';
import { coerce, lt } from 'semver';
import type { Config } from '../platform/config/config.ts';
import { errorCode, getErrorMessage, getRootCause, isUnreachable } from '../platform/errors/error-code.ts';
import { smtpProblem } from '../platform/mail/smtp-mail.ts';
import { fail, ok, TIMEOUT_MS, warn, warnInProduction } from './finding.ts';
import type { Check } from './finding.ts';

/** The first version with all commands that servers send. */
const OLDEST_REDIS = '6.2.0';

/** Connects once, without retries. @throws the reason of a lost connection rather than the command's error */
async function withRedis<Result>(url: string, run: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, {
    protocol: 2,
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: unknown;
  redis.on('error', (error: unknown) => {
    cause ??= error;
  });
  try {
    await redis.connect();
    // The client ignores a missing database and uses the first one.
    if (redis.options.db) await redis.select(redis.options.db);
    return await run(redis);
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

const isLoadingOrWaiting = (error: unknown) => /^(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)/.test(getErrorMessage(error));

export async function redisProblem(url: string): Promise<Problem | undefined> {
  try {
    await withRedis(url, (redis) => redis.ping());
    return undefined;
  } catch (error) {
    const sentence = `The Redis in REDIS_URL cannot be used (${getErrorMessage(error)}): check the address and that Redis runs.`;
    return { sentence, away: isUnreachable(error) || isLoadingOrWaiting(error) };
  }
}

export const checkRedis: Check = async ({ redisUrl }) => {
  if (redisUrl === undefined) return undefined;
  const info = await withRedis(redisUrl, (redis) => redis.info()).catch(() => '');
  const find = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const [version, policy] = [find('redis_version'), find('maxmemory_policy')];
  if (version === '') return warn('Redis answers, but not INFO: let the user of REDIS_URL run it.');
  if (lt(coerce(version) ?? '0.0.0', OLDEST_REDIS)) return fail(`Redis ${version} is older than ${OLDEST_REDIS}: update it.`);
  if (Number(find('maxmemory')) === 0 || !policy.startsWith('allkeys')) return ok(`Redis ${version} answers.`);
  return warn(
    `Redis ${version} may evict data that servers need (maxmemory-policy ${policy}): set it to noeviction or volatile-ttl.`,
  );
};

/** Returns undefined for an invalid key file. Errors are dropped, since they quote the file's contents. */
function parseProject(text: string): string | undefined {
  try {
    const key = JSON.parse(text) as Record<string, unknown>; // checked below
    createPrivateKey(String(key['private_key']));
    return key['type'] === 'service_account' && key['client_email'] ? String(key['project_id']) : undefined;
  } catch {
    return undefined;
  }
}

export async function credentialsProblem({
  projectId,
  credentialsFile: file,
  emulatorHost,
}: Config['identity']): Promise<Problem | undefined> {
  if (file === undefined || emulatorHost !== undefined) return undefined;
  const toProblem = (fault: string) => ({
    sentence: `GOOGLE_APPLICATION_CREDENTIALS names ${file}, which ${fault}.`,
    away: false,
  });
  try {
    const project = parseProject(readFileSync(file, 'utf8'));
    if (project === projectId) return undefined;
    return toProblem(
      project === undefined
        ? 'is no key file of a service account: create one in Firebase (Project settings, Service accounts)'
        : `is a key of the project ${project}, but FIREBASE_PROJECT_ID is ${projectId}: correct one of them`,
    );
  } catch (error) {
    return toProblem(`cannot be read (${errorCode(error)}): correct the path, or give this user the right to read it`);
  }
}

/** Public keys that verify Firebase ID tokens. */
const KEYS = 'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com';

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });

export const checkIdentity: Check = async ({ identity: { emulatorHost, projectId, credentialsFile } }) => {
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
};

export const checkMail: Check = async ({ smtp }) => {
  if (smtp === undefined) return undefined;
  const problem = await smtpProblem(smtp);
  if (problem === undefined) return ok('The mail server accepts the login.');
  return fail(
    `The mail server in SMTP_URL cannot be used (${problem}): check the address, the user and the password, and that this machine may reach it.`,
  );
};

/** Requests GET /api/health/address. @returns the response, or a problem as text */
async function requestAddress(publicUrl: string): Promise<{ address?: unknown; forwarded?: unknown } | string> {
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
export const checkProxy: Check = async ({ publicUrl, env, trustProxy }) => {
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
};
