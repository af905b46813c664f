import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from './listen.ts';

interface FirebaseUser {
  localId: string;
  validSince: string;
  disabled?: boolean;
  providerUserInfo?: { providerId: string; rawId: string; screenName?: string; email?: string }[];
}

/** The parts of Firebase that the API uses: users, and emailed links that can be redeemed once. */
export interface FakeFirebase {
  /** `host:port`. */
  host: string;
  users: FirebaseUser[];
  links: Map<string, string>;
  /** Error code of the Identity Toolkit that rejects redemptions. */
  refusal: string | undefined;
  close(): Promise<unknown>;
}

export const FIREBASE_USER: FirebaseUser = { localId: 'uid-1', validSince: '0' };

const toErrorResponse = (message: string) => ({ status: 400, body: { error: { code: 400, message } } });

/** https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithEmailLink */
function redeem(firebase: Pick<FakeFirebase, 'links' | 'refusal'>, sent: string) {
  const { email, oobCode } = JSON.parse(sent) as { email: string; oobCode: string };
  if (firebase.refusal !== undefined) return toErrorResponse(firebase.refusal);
  const to = firebase.links.get(oobCode);
  if (to === undefined) return toErrorResponse('INVALID_OOB_CODE');
  if (to !== email) return toErrorResponse('INVALID_EMAIL : The email provided does not match the sign-in email address.');
  firebase.links.delete(oobCode);
  return { status: 200, body: { kind: 'identitytoolkit#EmailLinkSigninResponse', email, localId: 'uid-1' } };
}

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
  const port = await listenLocally(server);
  return Object.assign(firebase, { host: `127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) });
}

const now = () => Math.floor(Date.now() / 1000);

/** Claims of an ID token of a GitHub sign-in ten seconds ago. */
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

export const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates an unsigned ID token, like those of the emulator. */
export const unsignedToken = (changes: object): string =>
  `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(buildClaims(changes))}.`;
