import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local Firebase as far as firebase-admin asks it: is this person still there, and may they sign in? */
export interface FakeFirebase {
  /** `host:port`. */
  host: string;
  /** Whom it knows. */
  people: { localId: string; validSince: string; disabled?: boolean }[];
  close(): Promise<unknown>;
}

/** The one person of a {@link FakeFirebase}, and of its tokens. */
export const FIREBASE_PERSON = { localId: 'uid-1', validSince: '0' };

/** Starts one on a free port. */
export async function startFakeFirebase(): Promise<FakeFirebase> {
  const firebase = { people: [FIREBASE_PERSON] };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ kind: 'identitytoolkit#GetAccountInfoResponse', users: firebase.people }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return Object.assign(firebase, { host: `127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) });
}

const now = () => Math.floor(Date.now() / 1000);

/** The claims of an ID token of an e-mail link's sign-in ten seconds ago, with these changes. */
export const claimsWith = (changes: object): object => ({
  iss: 'https://securetoken.google.com/demo-solvent',
  aud: 'demo-solvent',
  sub: 'uid-1',
  user_id: 'uid-1',
  auth_time: now() - 10,
  iat: now() - 10,
  exp: now() + 3600,
  email: 'Ada@Example.com',
  email_verified: true,
  firebase: { sign_in_provider: 'password', identities: { email: ['ada@example.com'] } },
  ...changes,
});

/** A token's part of a JSON value. */
export const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An ID token as the emulator makes them: unsigned. */
export const unsignedToken = (changes: object): string =>
  `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(claimsWith(changes))}.`;
