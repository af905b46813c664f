import { randomInt } from 'node:crypto';
import type { ProviderInfo } from 'firebase-tools/lib/emulator/auth/server.js';

/** An account at the provider, chosen or entered in the popup. */
export interface ProviderAccount {
  /** The provider's id of it. */
  sub: string;
  email: string;
  name: string;
  /** Whether the provider vouches for the address. */
  verified: boolean;
}

/** Values in the form of a new account. */
export type TypedAccount = Omit<ProviderAccount, 'sub'>;

export const EMPTY_ACCOUNT: TypedAccount = { email: '', name: '', verified: true };

const NAMES = ['Ada', 'Bruno', 'Chiara', 'Dilan', 'Emeka', 'Freya', 'Goran', 'Hana', 'Ilse', 'Jun'];
const FAMILIES = ['Abara', 'Berg', 'Costa', 'Dahl', 'Ekman', 'Fontaine', 'Garcia', 'Haas', 'Ito', 'Jansen'];
const pickRandom = (words: string[]) => words[randomInt(words.length)] ?? '';

/** A generated account. */
export function generateAccount(): TypedAccount {
  const [name, family] = [pickRandom(NAMES), pickRandom(FAMILIES)];
  const email = `${name}.${family}.${randomInt(100_000)}@example.com`.toLowerCase();
  return { email, name: `${name} ${family}`, verified: true };
}

/** An id as providers give them: digits. */
export const newSub = (): string => Array.from({ length: 20 }, () => randomInt(10)).join('');

/** The form's fields in the page's query. */
export function readTyped(query: URLSearchParams): TypedAccount {
  const text = (name: string) => (query.get(name) ?? '').trim();
  return { email: text('email'), name: text('name'), verified: query.has('verified') };
}

/** An account that signed in before, as the emulator keeps it. */
export const buildAccount = ({ rawId, email = '', displayName = '' }: ProviderInfo): ProviderAccount => ({
  sub: rawId,
  email,
  name: displayName,
  verified: true,
});
