import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type { Role, SessionUser, UserAnswer } from '@solvent/contracts';
import type { Mailbox } from './mailbox.ts';

/** Somebody with an account. */
export interface Person extends SessionUser {
  password: string;
}

export interface People {
  /** The demo accounts of a demo database. */
  demo: (role: Role) => Promise<Person>;
  /** A new, verified account, made over the API with an e-mail link as a person would. */
  create: (role: Role, name?: string) => Promise<Person>;
  /** Signs the page in before it loads, by its session alone. */
  signIn: (person: Person) => Promise<void>;
  /** The address of the identity emulator. @throws Error where the product has none */
  identityAt: () => Promise<string>;
  /** A fresh address, for sign-up by hand. */
  newAddress: () => string;
}

const HEADERS = { 'x-app-key': 'solvent-web' };
const DEMO_PASSWORD = 'solve-it-2026';
const PASSWORD = 'correct-horse-battery-9';
const IDENTITY_API_KEY = 'demo-api-key';

async function userOf(response: APIResponse, password: string): Promise<Person> {
  expect(response.ok(), await response.text()).toBe(true);
  const { user } = (await response.json()) as UserAnswer;
  return { ...user, token: user.token ?? '', password };
}

/** Signs in as the demo account of a role. @param url of the product */
export async function signInAsDemo(request: APIRequestContext, role: Role, url = ''): Promise<Person> {
  const data = { email: `${role}@solvent.dev`, password: DEMO_PASSWORD };
  return userOf(await request.post(`${url}/api/auth/login`, { headers: HEADERS, data }), DEMO_PASSWORD);
}

/** What the Firebase SDK does with an e-mail link, over the emulator's REST interface. */
async function idTokenFromLink(request: APIRequestContext, link: string, email: string): Promise<string> {
  const url = new URL(link);
  const code = url.searchParams.get('oobCode');
  const endpoint = `${url.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithEmailLink?key=${IDENTITY_API_KEY}`;
  const response = await request.post(endpoint, { data: { email, oobCode: code } });
  const { idToken } = (await response.json()) as { idToken: string };
  return idToken;
}

/** Accounts for tests: signing in by clicking is tested once, everywhere else it would only cost time. */
export function createPeople(page: Page, request: APIRequestContext, mailbox: Mailbox, baseURL: string): People {
  const newAddress = () => `${randomUUID().slice(0, 13)}@example.com`;

  async function identityAt(): Promise<string> {
    const config = await request.get('/home').then((response) => response.text());
    const emulator = /"emulatorUrl":"([^"]+)"/.exec(config)?.[1];
    if (emulator === undefined) throw new Error(`${baseURL} names no identity emulator: accounts cannot be made there.`);
    return emulator;
  }

  async function requestLink(email: string): Promise<void> {
    await request.post(`${await identityAt()}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=${IDENTITY_API_KEY}`, {
      data: { requestType: 'EMAIL_SIGNIN', email, continueUrl: new URL('/finishSignUp', baseURL).href, canHandleCodeInApp: true },
    });
  }

  return {
    newAddress,
    identityAt,
    demo: (role) => signInAsDemo(request, role),
    async create(role, name = role === 'seeker' ? 'Ines Duarte' : 'Jonas Weber') {
      const email = newAddress();
      const expertiseAreas = role === 'solver' ? ['TypeScript', 'React'] : [];
      const pending = await userOf(
        await request.post('/api/auth/signup', {
          headers: HEADERS,
          data: { email, password: PASSWORD, name, role, expertiseAreas },
        }),
        PASSWORD,
      );
      await requestLink(email);
      const idToken = await idTokenFromLink(request, await mailbox.linkFor(email), email);
      const verified = await request.post('/api/auth/verify-email', {
        headers: { ...HEADERS, Authorization: `Bearer ${pending.token}` },
        data: { idToken },
      });
      return userOf(verified, PASSWORD);
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
