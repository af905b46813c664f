import { randomUUID } from 'node:crypto';
import type { Attack, Outcome } from '../attack.ts';
import { formatStatuses, parseJson } from '../send-request.ts';
import type { HttpResponse } from '../send-request.ts';
import { signIn, claimSolver } from '../actions.ts';
import type { Actor } from '../actions.ts';
import { PASSWORD } from '../target.ts';
import type { Target } from '../target.ts';

const POINT = 5;
const ATTACKER_PASSWORD = 'Chosen-by-the-attacker-2026';

const postAuth = (target: Target, path: string, json: object, token?: string): Promise<HttpResponse> =>
  target.request({ method: 'POST', path: `/api/auth/${path}`, ip: target.newIp(), json, token });

const readUser = (response: HttpResponse) => parseJson<{ user: { token?: string } }>(response).user;
const isSignedIn = (response: HttpResponse): boolean => readUser(response)?.token !== undefined;

/** Follows a link that the identity provider emailed. @param requestType a link that signs in, or one that verifies an address */
async function followLink(target: Target, email: string, requestType: 'EMAIL_SIGNIN' | 'VERIFY_EMAIL', idToken?: unknown) {
  const link = { requestType, email, idToken, continueUrl: 'http://localhost/finishSignUp', returnOobLink: true };
  const { oobCode } = await target.callIdentity('sendOobCode', link, true);
  await (requestType === 'EMAIL_SIGNIN'
    ? target.callIdentity('signInWithEmailLink', { email, oobCode })
    : target.callIdentity('update', { oobCode }));
}

/** Request bodies with which pages of any release prove that the user followed a link. */
const listProofs = (idToken: unknown, email: string) => [
  { idToken },
  { idToken, email, oobCode: idToken },
  { email, oobCode: 'guessed' },
];

const getEmail = ({ person }: Actor) => `${person.id}@example.com`;

/** The victim can sign in as before, and the attacker cannot. */
async function isUnharmed(target: Target, victim: Actor): Promise<boolean> {
  const profile = await target.request({ path: '/api/auth/profile', ip: victim.ip, token: victim.person.token });
  const canSignIn = async (password: string) => isSignedIn(await signIn(target, { ...victim, ip: target.newIp() }, password));
  return profile.status === 200 && (await canSignIn(PASSWORD)) && !(await canSignIn(ATTACKER_PASSWORD));
}

async function resetByPassword(target: Target): Promise<Outcome> {
  const victim = claimSolver(target);
  const email = getEmail(victim);
  await target.callIdentity('signUp', { email, password: ATTACKER_PASSWORD });
  await followLink(target, email, 'EMAIL_SIGNIN');
  const { idToken } = await target.callIdentity('signInWithPassword', {
    email,
    password: ATTACKER_PASSWORD,
    returnSecureToken: true,
  });
  const responses: HttpResponse[] = [];
  for (const proof of listProofs(idToken, email))
    responses.push(await postAuth(target, 'reset-password', { ...proof, password: ATTACKER_PASSWORD }));
  const isDefended = typeof idToken === 'string' && !responses.some(isSignedIn) && (await isUnharmed(target, victim));
  return { summary: formatStatuses(responses), isDefended };
}

async function verifyByPassword(target: Target): Promise<Outcome> {
  const email = `${randomUUID()}@example.com`;
  const signUp = { name: 'Mallory', email, password: ATTACKER_PASSWORD, role: 'solver', expertiseAreas: ['Go'] };
  const pending = readUser(await postAuth(target, 'signup', signUp))?.token;
  const { idToken: attackerToken } = await target.callIdentity('signUp', {
    email,
    password: ATTACKER_PASSWORD,
    returnSecureToken: true,
  });
  await followLink(target, email, 'VERIFY_EMAIL', attackerToken);
  const { idToken } = await target.callIdentity('signInWithPassword', {
    email,
    password: ATTACKER_PASSWORD,
    returnSecureToken: true,
  });
  const responses: HttpResponse[] = [];
  for (const proof of listProofs(idToken, email)) responses.push(await postAuth(target, 'verify-email', proof, pending));
  const rows = await target.database.query('SELECT FROM users WHERE email = $1', [email]);
  const isTried = typeof idToken === 'string' && pending !== undefined;
  return { summary: formatStatuses(responses), isDefended: isTried && rows.length === 0 && !responses.some(isSignedIn) };
}

async function linkByAddress(target: Target): Promise<Outcome> {
  const victim = claimSolver(target);
  const email = getEmail(victim);
  const socialId = randomUUID();
  /** GitHub reports the address as unverified. */
  const signInWithGitHub = async () => {
    const claims = { sub: socialId, iss: '', aud: '', exp: 0, iat: 0, email, email_verified: false, name: 'Mallory' };
    const query = new URLSearchParams({ providerId: 'github.com', id_token: JSON.stringify(claims) });
    const requestUri = `http://localhost/popup?${query.toString().replaceAll('+', '%20')}`;
    return (await target.callIdentity('signInWithIdp', { requestUri, returnSecureToken: true })).idToken;
  };
  await signInWithGitHub();
  await followLink(target, email, 'EMAIL_SIGNIN');
  const responses: HttpResponse[] = [];
  let idToken: unknown;
  for (const socialMethod of ['login', 'signup']) {
    idToken = await signInWithGitHub();
    const social = { email, socialId, socialType: 'github', socialMethod, name: 'Mallory', image: null };
    responses.push(await postAuth(target, 'social-auth', { ...social, role: 'solver', expertiseAreas: ['Go'], idToken }));
  }
  const linked = await target.database.query('SELECT FROM social_identities WHERE user_id = $1', [victim.person.id]);
  const isDefended = typeof idToken === 'string' && linked.length === 0 && !responses.some(isSignedIn);
  return { summary: formatStatuses(responses), isDefended: isDefended && (await isUnharmed(target, victim)) };
}

const attack = (name: string, run: (target: Target) => Promise<Outcome>): Attack => ({
  point: POINT,
  name,
  measuresLatency: false,
  prepare: async (target) => () => run(target),
});

export const accountTakeovers: Attack[] = [
  attack("a password reset by an attacker's account with the victim's address at the identity provider", resetByPassword),
  attack("a sign-up verified by such an account, after the victim followed the provider's own link", verifyByPassword),
  attack("a GitHub account with the victim's address, after the victim followed a link", linkByAddress),
];
