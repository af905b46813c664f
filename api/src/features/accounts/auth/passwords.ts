import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';
import { networkOf, WIDEST_NETWORK } from '../../../platform/http/network.ts';
import type { Turns } from '../../../platform/turns/turns.ts';

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
export function passwordsInTurn(hasher: PasswordHasher, turns: Turns): Passwords {
  const take = <Result>(ip: string, work: () => Promise<Result>) => turns.take(networkOf(ip, WIDEST_NETWORK), work);
  return {
    hash: (password, ip) => take(ip, () => hasher.hash(password)),
    verify: (stored, password, ip) => take(ip, () => hasher.verify(stored, password)),
  };
}
