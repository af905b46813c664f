import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';
import { ACCOUNT } from '@solvent/contracts';
import { invalid } from '../../../platform/errors/app-error.ts';
import { WIDEST_PREFIX_BITS, getNetwork } from '../../../platform/http/network.ts';
import type { LimitName } from '../../../platform/limits/limits-table.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { FairSemaphore } from '../../../platform/concurrency/fair-semaphore.ts';

/** Hashes passwords, and compares them without telling by time whether there was one to compare with. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False without a hash, after as much work as with one. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/** The same for who calls from elsewhere: networks take turns, so that a flood from one keeps nobody else waiting. */
export interface Passwords {
  /** @param ip the caller's address @throws AppError `unavailable` while too many wait */
  hash(password: string, ip: string): Promise<string>;
  verify(stored: string | undefined, password: string, ip: string): Promise<boolean>;
}

/**
 * argon2id.
 * @param cost memory in KiB and number of passes; tests take little of both.
 */
export function createPasswordHasher(cost: { memoryKib: number; passes: number }): PasswordHasher {
  // argon2id is the package's default algorithm; its enum cannot be imported under isolatedModules.
  const options: Options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 };
  const nobody = hash('the password of nobody', options);
  return {
    hash: (password) => hash(password, options),
    verify: async (stored, password) => {
      const matches = await verify(stored ?? (await nobody), password);
      return stored !== undefined && matches;
    },
  };
}

/** Hashes by turns. */
export function limitPasswordHashing(hasher: PasswordHasher, turns: FairSemaphore): Passwords {
  const take = <Result>(ip: string, work: () => Promise<Result>) => turns.run(getNetwork(ip, WIDEST_PREFIX_BITS), work);
  return {
    hash: (password, ip) => take(ip, () => hasher.hash(password)),
    verify: (stored, password, ip) => take(ip, () => hasher.verify(stored, password)),
  };
}

const KNOWN = 'This password is known from data breaches. Choose another one.';
const OWN = 'This password is your own name or email address. Choose another one.';
const PRODUCT = "This password is this site's name. Choose another one.";
/** What passwords are made of that guessers try at this site first; digits and signs around them make none better. */
const PRODUCT_NAMES = new Set(['solvent', 'mysolvent', 'solventpassword', 'passwordsolvent']);

/** The list's words that are long enough to be a password here, in lower case: 18,000 of 49,000, 3 MB, read in 25 ms. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const longEnough = dictionary['passwords-common'].filter((word) => word.length >= ACCOUNT.passwordMin);
  return new Set(longEnough.map((word) => word.toLowerCase()));
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen, and kept. */
const getCommonPasswords = (): Promise<ReadonlySet<string>> => (loading ??= loadCommonPasswords());

/** What is compared of a name or an address: its letters and digits. */
const normalize = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function isPersonal(password: string, { name, email }: Person): boolean {
  const [front = ''] = email.split('@');
  const typed = normalize(password);
  return typed !== '' && [name, email, front].some((own) => normalize(own) === typed);
}

const isProductName = (password: string): boolean => PRODUCT_NAMES.has(password.toLowerCase().replace(/\P{L}/gu, ''));

/** Whose password it is to be. */
interface Person {
  name: string;
  email: string;
}

/**
 * Refuses a password that guessers try first. For passwords that are being set: signing in takes what there is.
 * @throws AppError `invalid` under the field `password`.
 */
export async function assertNotGuessable(password: string, person: Person): Promise<void> {
  if (isPersonal(password, person)) throw invalid({ password: OWN });
  if (isProductName(password)) throw invalid({ password: PRODUCT });
  if ((await getCommonPasswords()).has(password.toLowerCase())) throw invalid({ password: KNOWN });
}

/**
 * Tries at one account, of one device or from one network, are compared one after the other: those that are right never meet a limit.
 * How many are at work for a network, and in all, is bounded before (turns of sign-ins) and where passwords are compared.
 */
const ATTEMPT_BOUNDS = {
  concurrency: Number.POSITIVE_INFINITY,
  concurrencyPerKey: 1,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxWaitingPerKey: 200,
  rejectionMessage: 'Too many sign in at once here. Please try again in a few seconds.',
  retryAfterSeconds: 5,
};

/** Somebody who says that an account is theirs. */
interface LoginAttempt {
  /** The account's address, known or not. */
  email: string;
  ip: string;
  /** What a device, or a session, that signed in at this account before is counted by; undefined for a stranger. */
  device?: string | undefined;
}

/** Compares passwords, and counts the wrong ones, together with all servers. */
export interface PasswordAttempts {
  /**
   * Compares unless there were too many wrong ones: a stranger's tries count for the account and the network, those of a known device
   * for itself alone. A right one counts nothing, nor does one that is refused or that could not be compared.
   * @param compare whether the password is right; not called over a limit
   * @returns what `compare` does
   * @throws AppError `rate_limited` over a limit, `unavailable` if too many wait
   */
  compare(guesser: LoginAttempt, compare: () => Promise<boolean>): Promise<boolean>;
  /** The person has shown otherwise who they are: no wrong one at their account counts, from here or from everywhere. */
  clear(guesser: LoginAttempt): Promise<void>;
}

/** {@link PasswordAttempts} on the limits. */
export function createPasswordAttempts(limits: Limits): PasswordAttempts {
  const atAccount = new FairSemaphore(ATTEMPT_BOUNDS);

  const callerOf = ({ email, ip, device }: LoginAttempt) => ({ ip, account: device ?? email.trim().toLowerCase() });
  /** The narrow one first: who is over it uses up nothing of what others share. */
  const namesFor = ({ device }: LoginAttempt): [LimitName, ...LimitName[]] =>
    device === undefined ? ['signInFromNetwork', 'signIn'] : ['signInDevice'];

  const giveBack = async (guesser: LoginAttempt, names: LimitName[]): Promise<void> => {
    for (const name of names) await limits.release(name, callerOf(guesser));
  };

  /** A try counts as wrong until it turns out right: of fifty at once, each gets a number of its own. */
  const count = async (guesser: LoginAttempt): Promise<void> => {
    const counted: LimitName[] = [];
    try {
      for (const name of namesFor(guesser)) {
        await limits.consume(name, callerOf(guesser));
        counted.push(name);
      }
    } catch (error) {
      await giveBack(guesser, counted);
      throw error;
    }
  };

  const compareNow = async (guesser: LoginAttempt, compare: () => Promise<boolean>): Promise<boolean> => {
    const [narrow, ...wide] = namesFor(guesser);
    await count(guesser);
    const isRight = await compare().catch(async (error: unknown) => {
      await giveBack(guesser, [narrow, ...wide]);
      throw error;
    });
    if (!isRight) return false;
    // Earlier wrong ones of the own device or network are forgiven; the others may be of strangers.
    await limits.clear(narrow, callerOf(guesser));
    await giveBack(guesser, wide);
    return true;
  };

  const inTurn = (guesser: LoginAttempt, work: () => Promise<boolean>): Promise<boolean> => {
    const { account, ip } = callerOf(guesser);
    const whose = guesser.device === undefined ? `${account} ${getNetwork(ip, WIDEST_PREFIX_BITS)}` : account;
    return atAccount.run(whose, work);
  };

  return {
    compare: (guesser, compare) => inTurn(guesser, () => compareNow(guesser, compare)),
    clear: async (guesser) => {
      for (const name of namesFor(guesser)) await limits.clear(name, callerOf(guesser));
    },
  };
}
