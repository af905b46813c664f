import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type { Role, SessionUser, UserResponse } from '@solvent/contracts';
import { SIGNED_IN_COOKIE } from '@solvent/contracts';

export interface Person extends SessionUser {
  password: string;
}

export interface People {
  /** An account of the seed that all tests share: do not change it. */
  demo: (role: Role) => Promise<Person>;
  /** Creates an account with a verified address over the API. */
  create: (role: Role, name?: string) => Promise<Person>;
  /** Stores a session for the next page loads. */
  signIn: (person: Person) => Promise<void>;
  /** @throws Error if the product has no identity emulator */
  getIdentityUrl: () => Promise<string>;
  newAddress: () => string;
}

const HEADERS = { 'x-app-key': 'solvent-web' };
const DEMO_PASSWORD = 'solve-it-2026';
const PASSWORD = 'correct-horse-battery-9';
const IDENTITY_API_KEY = 'demo-api-key';

async function readPerson(response: APIResponse, password: string): Promise<Person> {
  expect(response.ok(), await response.text()).toBe(true);
  const { user } = (await response.json()) as UserResponse;
  return { ...user, token: user.token ?? '', password };
}

export async function signInAsDemo(request: APIRequestContext, role: Role, url = ''): Promise<Person> {
  const data = { email: `${role}@solvent.dev`, password: DEMO_PASSWORD };
  return readPerson(await request.post(`${url}/api/auth/login`, { headers: HEADERS, data }), DEMO_PASSWORD);
}

const emulators = new Map<string, Promise<string>>();

async function findEmulator(request: APIRequestContext, baseURL: string): Promise<string> {
  const page = await request.get('/privacy').then((response) => response.text());
  const emulator = /"emulatorUrl":"([^"]+)"/.exec(page)?.[1];
  if (emulator === undefined) throw new Error(`${baseURL} names no identity emulator: accounts cannot be made there.`);
  return emulator;
}

async function requestLinkCode(
  request: APIRequestContext,
  emulator: string,
  email: string,
  continueUrl: string,
): Promise<string> {
  const response = await request.post(
    `${emulator}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=${IDENTITY_API_KEY}`,
    {
      // With the owner's credentials, the response contains the link.
      headers: { Authorization: 'Bearer owner' },
      data: { requestType: 'EMAIL_SIGNIN', email, continueUrl, returnOobLink: true },
    },
  );
  expect(response.ok(), await response.text()).toBe(true);
  const { oobCode } = (await response.json()) as { oobCode: string };
  return oobCode;
}

/** Creates accounts without a page. */
export function createAccounts(request: APIRequestContext, baseURL: string): Omit<People, 'signIn'> {
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
  };
}

export const createPeople = (page: Page, request: APIRequestContext, baseURL: string): People => ({
  ...createAccounts(request, baseURL),
  async signIn(person) {
    const { password: _password, ...user } = person;
    await page.context().addCookies([{ name: SIGNED_IN_COOKIE, value: '1', url: baseURL }]);
    // Once: a reload after signing out must stay signed out.
    await page.addInitScript(
      ([saved, markerKey]) => {
        if (sessionStorage.getItem('signed-in-by-test') === markerKey) return;
        sessionStorage.setItem('signed-in-by-test', markerKey ?? '');
        localStorage.setItem('user', saved ?? '');
      },
      [JSON.stringify(user), user.token],
    );
  },
});
