import { randomUUID } from 'node:crypto';
import type { Attack, Outcome } from '../attack.ts';
import { counted, said } from '../ask.ts';
import type { Answer } from '../ask.ts';
import { signIn, solver } from '../deeds.ts';
import type { Somebody } from '../deeds.ts';
import { PASSWORD } from '../world.ts';
import type { World } from '../world.ts';

const POINT = 5;
const ATTACKERS = 'Chosen-by-the-attacker-2026';

/** Sends a request from a network of its own. */
const post = (world: World, path: string, json: object, token?: string): Promise<Answer> =>
  world.ask({ method: 'POST', path: `/api/auth/${path}`, from: world.network(), json, token });

/** The user of a response that signs in. */
const userIn = (answer: Answer) => said<{ user: { token?: string } }>(answer).user;
const signsIn = (answer: Answer): boolean => userIn(answer)?.token !== undefined;

/** Someone follows a link that the provider emailed: of this kind, or one that they requested themselves. */
async function followLink(world: World, email: string, requestType: 'EMAIL_SIGNIN' | 'VERIFY_EMAIL', idToken?: unknown) {
  const link = { requestType, email, idToken, continueUrl: 'http://localhost/finishSignUp', returnOobLink: true };
  // The owner of the emulator reads the mail.
  const { oobCode } = await world.identity('sendOobCode', link, true);
  await (requestType === 'EMAIL_SIGNIN'
    ? world.identity('signInWithEmailLink', { email, oobCode })
    : world.identity('update', { oobCode }));
}

/** Everything that a page of any release sends as the proof of a link. */
const proofs = (idToken: unknown, email: string) => [
  { idToken },
  { idToken, email, oobCode: idToken },
  { email, oobCode: 'guessed' },
];

const addressOf = ({ person }: Somebody) => `${person.id}@example.com`;

/** Whether the victim is signed in and signs in as before, and the attacker does not. */
async function isUnharmed(world: World, victim: Somebody): Promise<boolean> {
  const profile = await world.ask({ path: '/api/auth/profile', from: victim.from, token: victim.person.token });
  const entered = async (password: string) => signsIn(await signIn(world, { ...victim, from: world.network() }, password));
  return profile.status === 200 && (await entered(PASSWORD)) && !(await entered(ATTACKERS));
}

async function resetByPassword(world: World): Promise<Outcome> {
  const victim = solver(world);
  const email = addressOf(victim);
  await world.identity('signUp', { email, password: ATTACKERS });
  await followLink(world, email, 'EMAIL_SIGNIN');
  const { idToken } = await world.identity('signInWithPassword', { email, password: ATTACKERS, returnSecureToken: true });
  const answers: Answer[] = [];
  for (const proof of proofs(idToken, email))
    answers.push(await post(world, 'reset-password', { ...proof, password: ATTACKERS }));
  const held = typeof idToken === 'string' && !answers.some(signsIn) && (await isUnharmed(world, victim));
  return { told: counted(answers), held };
}

async function verifyByPassword(world: World): Promise<Outcome> {
  const email = `${randomUUID()}@example.com`;
  const signUp = { name: 'Mallory', email, password: ATTACKERS, role: 'solver', expertiseAreas: ['Go'] };
  const pending = userIn(await post(world, 'signup', signUp))?.token;
  const { idToken: first } = await world.identity('signUp', { email, password: ATTACKERS, returnSecureToken: true });
  await followLink(world, email, 'VERIFY_EMAIL', first);
  const { idToken } = await world.identity('signInWithPassword', { email, password: ATTACKERS, returnSecureToken: true });
  const answers: Answer[] = [];
  for (const proof of proofs(idToken, email)) answers.push(await post(world, 'verify-email', proof, pending));
  const rows = await world.database.query('SELECT FROM users WHERE email = $1', [email]);
  const isTried = typeof idToken === 'string' && pending !== undefined;
  return { told: counted(answers), held: isTried && rows.length === 0 && !answers.some(signsIn) };
}

async function linkByAddress(world: World): Promise<Outcome> {
  const victim = solver(world);
  const email = addressOf(victim);
  const socialId = randomUUID();
  /** GitHub does not vouch for the address. */
  const popUp = async () => {
    const claims = { sub: socialId, iss: '', aud: '', exp: 0, iat: 0, email, email_verified: false, name: 'Mallory' };
    const query = new URLSearchParams({ providerId: 'github.com', id_token: JSON.stringify(claims) });
    const requestUri = `http://localhost/popup?${query.toString().replaceAll('+', '%20')}`;
    return (await world.identity('signInWithIdp', { requestUri, returnSecureToken: true })).idToken;
  };
  await popUp();
  await followLink(world, email, 'EMAIL_SIGNIN');
  const answers: Answer[] = [];
  let idToken: unknown;
  for (const socialMethod of ['login', 'signup']) {
    idToken = await popUp();
    const social = { email, socialId, socialType: 'github', socialMethod, name: 'Mallory', image: null };
    answers.push(await post(world, 'social-auth', { ...social, role: 'solver', expertiseAreas: ['Go'], idToken }));
  }
  const linked = await world.database.query('SELECT FROM social_identities WHERE user_id = $1', [victim.person.id]);
  const held = typeof idToken === 'string' && linked.length === 0 && !answers.some(signsIn);
  return { told: counted(answers), held: held && (await isUnharmed(world, victim)) };
}

const attack = (name: string, act: (world: World) => Promise<Outcome>): Attack => ({
  point: POINT,
  name,
  felt: false,
  prepare: async (world) => () => act(world),
});

/** Attacks on accounts through the identity provider, where anyone can make a user for any address. */
export const takeOvers: Attack[] = [
  attack("a reset by a password that the attacker has at the identity provider for the victim's address", resetByPassword),
  attack("a sign-up that is verified by such a password, after the victim followed the provider's own link", verifyByPassword),
  attack("a GitHub account with the victim's address, after the victim followed a link", linkByAddress),
];
