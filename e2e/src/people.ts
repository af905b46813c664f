import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type { Role, SessionUser, UserAnswer } from '@solvent/contracts';

/** A person with an account. */
export interface Person extends SessionUser {
  password: string;
}

export interface People {
  /** The account of a demo database, which all tests share: read it, and change nothing of it. */
  demo: (role: Role) => Promise<Person>;
  /** A new account with a verified address, made over the API. */
  create: (role: Role, name?: string) => Promise<Person>;
  /** Signs the page in by the session that browsers keep, from the next page load on. Loads and clicks nothing. */
  signIn: (person: Person) => Promise<void>;
  /** The address of the identity emulator. @throws Error where the product has none */
  getIdentityUrl: () => Promise<string>;
  /** A fresh address, for sign-up by hand. */
  newAddress: () => string;
}

const HEADERS = { 'x-app-key': 'solvent-web' };
const DEMO_PASSWORD = 'solve-it-2026';
const PASSWORD = 'correct-horse-battery-9';
const IDENTITY_API_KEY = 'demo-api-key';

async function readPerson(response: APIResponse, password: string): Promise<Person> {
  expect(response.ok(), await response.text()).toBe(true);
  const { user } = (await response.json()) as UserAnswer;
  return { ...user, token: user.token ?? '', password };
}

/** Signs in as the demo account of a role. @param url of the product */
export async function signInAsDemo(request: APIRequestContext, role: Role, url = ''): Promise<Person> {
  const data = { email: `${role}@solvent.dev`, password: DEMO_PASSWORD };
  return readPerson(await request.post(`${url}/api/auth/login`, { headers: HEADERS, data }), DEMO_PASSWORD);
}

/** The identity emulator's address by the product's. */
const emulators = new Map<string, Promise<string>>();

async function findEmulator(request: APIRequestContext, baseURL: string): Promise<string> {
  const page = await request.get('/privacy').then((response) => response.text());
  const emulator = /"emulatorUrl":"([^"]+)"/.exec(page)?.[1];
  if (emulator === undefined) throw new Error(`${baseURL} names no identity emulator: accounts cannot be made there.`);
  return emulator;
}

/** The code of a link that the identity emulator would email to an address. */
async function requestLinkCode(request: APIRequestContext, emulator: string, email: string, continueUrl: string): Promise<string> {
  const response = await request.post(
    `${emulator}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=${IDENTITY_API_KEY}`,
    {
      // An owner gets the link in the response.
      headers: { Authorization: 'Bearer owner' },
      data: { requestType: 'EMAIL_SIGNIN', email, continueUrl, returnOobLink: true },
    },
  );
  expect(response.ok(), await response.text()).toBe(true);
  const { oobCode } = (await response.json()) as { oobCode: string };
  return oobCode;
}

/** Accounts for tests, made over the API. Signing in by hand has a test of its own. */
export function createPeople(page: Page, request: APIRequestContext, baseURL: string): People {
  const newAddress = () => `${randomUUID().slice(0, 13)}@example.com`;

  async function getIdentityUrl(): Promise<string> {
    const found = emulators.get(baseURL) ?? findEmulator(request, baseURL);
    emulators.set(baseURL, found);
    return found;
  }

  return {
    newAddress,
    getIdentityUrl,
    demo: (role) => signInAsDemo(request, role),
    async create(role, name = role === 'seeker' ? 'Ines Duarte' : 'Jonas Weber') {
      const email = newAddress();
      const expertiseAreas = role === 'solver' ? ['TypeScript', 'React'] : [];
      const data = { email, password: PASSWORD, name, role, expertiseAreas };
      const [signedUp, oobCode] = await Promise.all([
        request.post('/api/auth/signup', { headers: HEADERS, data }),
        requestLinkCode(request, await getIdentityUrl(), email, new URL('/finishSignUp', baseURL).href),
      ]);
      const { token } = await readPerson(signedUp, PASSWORD);
      const headers = { ...HEADERS, Authorization: `Bearer ${token}` };
      return readPerson(await request.post('/api/auth/verify-email', { headers, data: { email, oobCode } }), PASSWORD);
    },
    async signIn(person) {
      const { password: _password, ...user } = person;
      // Once: a reload after signing out must stay signed out.
      await page.addInitScript(
        ([saved, mark]) => {
          if (sessionStorage.getItem('signed-in-by-test') === mark) return;
          sessionStorage.setItem('signed-in-by-test', mark ?? '');
          localStorage.setItem('user', saved ?? '');
        },
        [JSON.stringify(user), user.token],
      );
    },
  };
}
