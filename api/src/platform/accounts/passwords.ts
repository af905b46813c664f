import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';

/** Hashes passwords, and compares them without telling by time whether there was one to compare with. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** False without a hash, after as much work as with one. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
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
