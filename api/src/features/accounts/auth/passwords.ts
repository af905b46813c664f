import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';
import { ACCOUNT } from '@solvent/contracts';
import { invalid } from '../../../platform/errors/app-error.ts';
import { WIDEST_PREFIX_BITS, getNetwork } from '../../../platform/http/network.ts';
import type { LimitName } from '../../../platform/limits/limits-table.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';
import type { SemaphoreBounds } from '../../../platform/concurrency/fair-semaphore.ts';

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
export type Passwords = ReturnType<typeof limitPasswordHashing>;

/** Returns NFKC, which is hashed, and the forms that were hashed before: as typed on devices that compose letters, or decompose them. */
export const listPasswordForms = (typed: string): Set<string> =>
  new Set([typed.normalize('NFKC'), typed, typed.normalize('NFD')]);

export function createPasswordHasher(cost: { memoryKib: number; passes: number }) {
  // argon2id is the package's default algorithm; its enum cannot be imported under isolatedModules.
  const options: Options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 };
  const placeholder = hash('placeholder password', options);
  return {
    /** Normalizes, so that a password is the same on all devices (NIST SP 800-63B). */
    hash: (password: string): Promise<string> => hash(password.normalize('NFKC'), options),
    /** Compares a password with a hash. If there is no stored hash, returns false after the same work. */
    verify: async (stored: string | undefined, password: string): Promise<boolean> => {
      const compared = stored ?? (await placeholder);
      for (const form of listPasswordForms(password)) if (await verify(compared, form)) return stored !== undefined;
      return false;
    },
  };
}

/** Adds fair queuing between networks; throws AppError `unavailable` on overload. */
export function limitPasswordHashing(hasher: PasswordHasher, semaphore: FairSemaphore) {
  const run = <Result>(ip: string, work: () => Promise<Result>) => semaphore.run(getNetwork(ip, WIDEST_PREFIX_BITS), work);
  return {
    hash: (password: string, ip: string) => run(ip, () => hasher.hash(password)),
    verify: (stored: string | undefined, password: string, ip: string) => run(ip, () => hasher.verify(stored, password)),
  };
}

/** Letters of passwords that attackers try first at this site. */
const PRODUCT_NAMES = new Set(['solvent', 'mysolvent', 'solventpassword', 'passwordsolvent']);

/** Loads the 18,000 of 49,000 listed passwords that are long enough here, in lower case: 3 MB in 25 ms. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const candidates = dictionary['passwords-common'].filter((word) => word.length >= ACCOUNT.passwordMin);
  return new Set(candidates.map((word) => word.toLowerCase()));
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

const normalize = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Applies to new passwords only; sign-in accepts existing ones. */
export async function assertNotGuessable(password: string, { name, email }: { name: string; email: string }): Promise<void> {
  const reject = (reason: string) => invalid({ password: `${reason}. Choose another one.` });
  const typed = normalize(password);
  const isPersonal = typed !== '' && [name, email, email.replace(/@.*/, '')].some((own) => normalize(own) === typed);
  if (isPersonal) throw reject('This password is your own name or email address');
  const letters = password.toLowerCase().replace(/\P{L}/gu, '');
  if (PRODUCT_NAMES.has(letters)) throw reject("This password is this site's name");
  commonPasswords ??= loadCommonPasswords();
  if ((await commonPasswords).has(password.toLowerCase())) throw reject('This password is known from data breaches');
}

/**
 * Attempts at one account from one device or network run one at a time, so correct passwords never reach a limit. Total
 * concurrency is bounded elsewhere: by the sign-in semaphore and by {@link limitPasswordHashing}.
 */
const ATTEMPT_BOUNDS: SemaphoreBounds = {
  running: [Number.POSITIVE_INFINITY, 1],
  waiting: [Number.POSITIVE_INFINITY, 200],
  rejectionMessage: 'Too many sign-ins to this account. Please try again in a few seconds.',
  retryAfterSeconds: 5,
};

interface LoginAttempt {
  email: string;
  ip: string;
  /** Limit key of a device or session that signed in before; undefined for an unknown device. */
  device?: string | undefined;
}

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>;

const toCaller = ({ email, ip, device }: LoginAttempt) => ({ ip, account: device ?? email.trim().toLowerCase() });

/** Returns the narrowest limit first, so that a rejected caller uses nothing of the shared limits. */
const getLimitNames = ({ device }: LoginAttempt): [LimitName, ...LimitName[]] =>
  device === undefined ? ['signInFromNetwork', 'signIn'] : ['signInDevice'];

export function createPasswordAttempts(limits: Limits) {
  const semaphore = new FairSemaphore(ATTEMPT_BOUNDS);

  const compareNow = async (attempt: LoginAttempt, compare: () => Promise<boolean>): Promise<boolean> => {
    const caller = toCaller(attempt);
    const [narrow, ...wide] = getLimitNames(attempt);
    const consumed: LimitName[] = [];
    try {
      // Counts an attempt as wrong in advance, so that concurrent attempts can't exceed a limit.
      for (const name of [narrow, ...wide]) {
        await limits.consume(name, caller);
        consumed.push(name);
      }
      if (!(await compare())) return false;
    } catch (error) {
      for (const name of consumed) await limits.release(name, caller);
      throw error;
    }
    // Clears earlier failures of this device or network; the wide counts may belong to attackers.
    await limits.clear(narrow, caller);
    for (const name of wide) await limits.release(name, caller);
    return true;
  };

  return {
    /**
     * Counts wrong passwords: on an unknown device for the account and the network, on a known device for that device only.
     * @throws AppError `rate_limited` over a limit, without comparing; `unavailable` if too many wait
     */
    compare: (attempt: LoginAttempt, compare: () => Promise<boolean>): Promise<boolean> => {
      const { account, ip } = toCaller(attempt);
      const key = attempt.device === undefined ? `${account} ${getNetwork(ip, WIDEST_PREFIX_BITS)}` : account;
      return semaphore.run(key, () => compareNow(attempt, compare));
    },
    /** Clears the account's counts for this caller and for all networks. */
    clear: async (attempt: LoginAttempt): Promise<void> => {
      for (const name of getLimitNames(attempt)) await limits.clear(name, toCaller(attempt));
    },
  };
}
