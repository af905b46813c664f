import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What Firebase knows of a user, as far as it is read. */
interface FirebaseUser {
  localId: string;
  validSince: string;
  disabled?: boolean;
  providerUserInfo?: { providerId: string; rawId: string; screenName?: string; email?: string }[];
}

/** A local Firebase as far as the API uses it: its users, and emailed links, each of which it redeems once. */
export interface FakeFirebase {
  /** `host:port`. */
  host: string;
  users: FirebaseUser[];
  /** The address that each code was sent to. */
  links: Map<string, string>;
  /** Answered to the next redemption instead: a refusal of the Identity Toolkit. */
  refusal: string | undefined;
  close(): Promise<unknown>;
}

/** The one person of a {@link FakeFirebase}, and of its tokens. */
export const FIREBASE_USER: FirebaseUser = { localId: 'uid-1', validSince: '0' };

const refused = (message: string) => ({ status: 400, body: { error: { code: 400, message } } });

/** As Firebase does: https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithEmailLink */
function redeem(firebase: Pick<FakeFirebase, 'links' | 'refusal'>, sent: string) {
  // What the API sends.
  const { email, oobCode } = JSON.parse(sent) as { email: string; oobCode: string };
  if (firebase.refusal !== undefined) return refused(firebase.refusal);
  const to = firebase.links.get(oobCode);
  if (to === undefined) return refused('INVALID_OOB_CODE');
  if (to !== email) return refused('INVALID_EMAIL : The email provided does not match the sign-in email address.');
  firebase.links.delete(oobCode);
  return { status: 200, body: { kind: 'identitytoolkit#EmailLinkSigninResponse', email, localId: 'uid-1' } };
}

/** Starts one on a free port. */
export async function startFakeFirebase(): Promise<FakeFirebase> {
  const firebase: Omit<FakeFirebase, 'host' | 'close'> = { users: [FIREBASE_USER], links: new Map(), refusal: undefined };
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { status, body } = request.url?.includes('signInWithEmailLink')
        ? redeem(firebase, sent)
        : { status: 200, body: { kind: 'identitytoolkit#GetAccountInfoResponse', users: firebase.users } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return Object.assign(firebase, { host: `127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) });
}

const now = () => Math.floor(Date.now() / 1000);

/** The claims of an ID token of a GitHub sign-in ten seconds ago, with these changes. */
export const buildClaims = (changes: object): object => ({
  iss: 'https://securetoken.google.com/demo-solvent',
  aud: 'demo-solvent',
  sub: 'uid-1',
  user_id: 'uid-1',
  auth_time: now() - 10,
  iat: now() - 10,
  exp: now() + 3600,
  email: 'Ada@Example.com',
  email_verified: true,
  firebase: { sign_in_provider: 'github.com', identities: { 'github.com': ['github-id'], email: ['ada@example.com'] } },
  ...changes,
});

/** A token's part of a JSON value. */
export const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An ID token as the emulator makes them: unsigned. */
export const unsignedToken = (changes: object): string =>
  `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(buildClaims(changes))}.`;
