import { randomInt } from 'node:crypto';
import type { ProviderInfo } from 'firebase-tools/lib/emulator/auth/server.js';

/** An account at the provider, chosen or entered in the popup. */
export interface ProviderAccount {
  /** Id of the account at the provider. */
  sub: string;
  email: string;
  name: string;
  /** Whether the provider has verified the email. */
  verified: boolean;
}

export type TypedAccount = Omit<ProviderAccount, 'sub'>;

export const EMPTY_ACCOUNT: TypedAccount = { email: '', name: '', verified: true };

const FIRST_NAMES = ['Ada', 'Bruno', 'Chiara', 'Dilan', 'Emeka', 'Freya', 'Goran', 'Hana', 'Ilse', 'Jun'];
const FAMILY_NAMES = ['Abara', 'Berg', 'Costa', 'Dahl', 'Ekman', 'Fontaine', 'Garcia', 'Haas', 'Ito', 'Jansen'];
const pickRandom = (words: string[]) => words[randomInt(words.length)] ?? '';

export function generateAccount(): TypedAccount {
  const [name, family] = [pickRandom(FIRST_NAMES), pickRandom(FAMILY_NAMES)];
  const email = `${name}.${family}.${randomInt(100_000)}@example.com`.toLowerCase();
  return { email, name: `${name} ${family}`, verified: true };
}

/** Creates an id like those of providers, which are digits. */
export const createSub = (): string => Array.from({ length: 20 }, () => randomInt(10)).join('');

/** Reads the fields of the form from the query of the page. */
export function readTypedAccount(query: URLSearchParams): TypedAccount {
  const text = (name: string) => (query.get(name) ?? '').trim();
  return { email: text('email'), name: text('name'), verified: query.has('verified') };
}

/** Converts an account that signed in before. */
export const toProviderAccount = ({ rawId, email = '', displayName = '' }: ProviderInfo): ProviderAccount => ({
  sub: rawId,
  email,
  name: displayName,
  verified: true,
});
