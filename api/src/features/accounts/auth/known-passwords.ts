import { ACCOUNT } from '@solvent/contracts';
import { invalid } from '../../../platform/errors/app-error.ts';

const KNOWN = 'This password is known from data breaches. Choose another one.';
const OWN = 'This password is your own name or email address. Choose another one.';
const PRODUCT = "This password is this site's name. Choose another one.";
/** What passwords are made of that guessers try at this site first; digits and signs around them make none better. */
const PRODUCT_NAMES = new Set(['solvent', 'mysolvent', 'solventpassword', 'passwordsolvent']);

/** The list's words that are long enough to be a password here, in lower case: 18,000 of 49,000, 3 MB, read in 25 ms. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const longEnough = dictionary['passwords-common'].filter((word) => word.length >= ACCOUNT.passwordMin);
  return new Set(longEnough.map((word) => word.toLowerCase()));
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen, and kept. */
const knownPasswords = (): Promise<ReadonlySet<string>> => (loading ??= load());

/** What is compared of a name or an address: its letters and digits. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function isOwn(password: string, { name, email }: Person): boolean {
  const [front = ''] = email.split('@');
  const typed = bare(password);
  return typed !== '' && [name, email, front].some((own) => bare(own) === typed);
}

const isProduct = (password: string): boolean => PRODUCT_NAMES.has(password.toLowerCase().replace(/\P{L}/gu, ''));

/** Whose password it is to be. */
interface Person {
  name: string;
  email: string;
}

/**
 * Refuses a password that guessers try first. For passwords that are being set: signing in takes what there is.
 * @throws AppError `invalid` under the field `password`.
 */
export async function refuseGuessable(password: string, person: Person): Promise<void> {
  if (isOwn(password, person)) throw invalid({ password: OWN });
  if (isProduct(password)) throw invalid({ password: PRODUCT });
  if ((await knownPasswords()).has(password.toLowerCase())) throw invalid({ password: KNOWN });
}
