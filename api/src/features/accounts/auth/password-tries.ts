import { networkOf, WIDEST_NETWORK } from '../../../platform/http/network.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import type { LimitName } from '../../../platform/limits/limits-table.ts';
import { Turns } from '../../../platform/turns/turns.ts';

/**
 * Tries at one account, of one device or from one network, are compared one after the other: those that are right never meet a limit.
 * How many are at work for a network, and in all, is bounded before (turns of sign-ins) and where passwords are compared.
 */
const AT_ACCOUNT = {
  atOnce: Number.POSITIVE_INFINITY,
  atOnceEach: 1,
  waitingMax: Number.POSITIVE_INFINITY,
  waitingMaxEach: 200,
  refusal: 'Too many sign in at once here. Please try again in a few seconds.',
  retryAfter: 5,
};

/** Somebody who says that an account is theirs. */
export interface Guesser {
  /** The account's address, known or not. */
  email: string;
  ip: string;
  /** What a device, or a session, that signed in at this account before is counted by; undefined for a stranger. */
  device?: string | undefined;
}

/** Compares passwords, and counts the wrong ones, together with all servers. */
export interface PasswordTries {
  /**
   * Compares unless there were too many wrong ones: a stranger's tries count for the account and the network, those of a known device
   * for itself alone. A right one counts nothing, nor does one that is refused or that could not be compared.
   * @param compare whether the password is right; not called over a limit
   * @returns what `compare` does
   * @throws AppError `rate_limited` over a limit, `unavailable` if too many wait
   */
  compare(guesser: Guesser, compare: () => Promise<boolean>): Promise<boolean>;
  /** The person has shown otherwise who they are: no wrong one at their account counts, from here or from everywhere. */
  forget(guesser: Guesser): Promise<void>;
}

/** {@link PasswordTries} on the limits. */
export function createPasswordTries(limits: Limits): PasswordTries {
  const atAccount = new Turns(AT_ACCOUNT);

  const callerOf = ({ email, ip, device }: Guesser) => ({ ip, account: device ?? email.trim().toLowerCase() });
  /** The narrow one first: who is over it uses up nothing of what others share. */
  const namesFor = ({ device }: Guesser): [LimitName, ...LimitName[]] =>
    device === undefined ? ['signInFromNetwork', 'signIn'] : ['signInDevice'];

  const giveBack = async (guesser: Guesser, names: LimitName[]): Promise<void> => {
    for (const name of names) await limits.giveBack(name, callerOf(guesser));
  };

  /** A try counts as wrong until it turns out right: of fifty at once, each gets a number of its own. */
  const count = async (guesser: Guesser): Promise<void> => {
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

  const compareNow = async (guesser: Guesser, compare: () => Promise<boolean>): Promise<boolean> => {
    const [narrow, ...wide] = namesFor(guesser);
    await count(guesser);
    const isRight = await compare().catch(async (error: unknown) => {
      await giveBack(guesser, [narrow, ...wide]);
      throw error;
    });
    if (!isRight) return false;
    // Earlier wrong ones of the own device or network are forgiven; the others may be of strangers.
    await limits.forget(narrow, callerOf(guesser));
    await giveBack(guesser, wide);
    return true;
  };

  const inTurn = (guesser: Guesser, work: () => Promise<boolean>): Promise<boolean> => {
    const { account, ip } = callerOf(guesser);
    const whose = guesser.device === undefined ? `${account} ${networkOf(ip, WIDEST_NETWORK)}` : account;
    return atAccount.take(whose, work);
  };

  return {
    compare: (guesser, compare) => inTurn(guesser, () => compareNow(guesser, compare)),
    forget: async (guesser) => {
      for (const name of namesFor(guesser)) await limits.forget(name, callerOf(guesser));
    },
  };
}
