import { randomBytes } from 'node:crypto';
import type { Attack } from '../attack.ts';
import { countStatuses, formatStatuses, parseJson } from '../send-request.ts';
import type { HttpResponse } from '../send-request.ts';
import { mapConcurrently, signIn, claimSolver, times } from '../actions.ts';
import type { Actor } from '../actions.ts';
import { PASSWORD } from '../target.ts';
import type { Target } from '../target.ts';

const POINT = 5;
const WRONG_PASSWORD = `${PASSWORD}!`;

/** Random id that a browser stores; the server recognizes the owner's device by it. */
const createDeviceHeaders = () => ({ 'x-device': randomBytes(32).toString('base64url') });

const guessPasswords = (
  target: Target,
  { person }: Actor,
  count: number,
  ip: (index: number) => string,
): Promise<HttpResponse[]> => mapConcurrently(count, 10, (index) => signIn(target, { person, ip: ip(index) }, WRONG_PASSWORD));

const lockedOut: Attack = {
  point: POINT,
  name: '150 guesses from the networks of one /48, then the owner signs in at a known device',
  measuresLatency: true,
  async prepare(target) {
    let network = 0;
    return async () => {
      network += 1;
      const owner = claimSolver(target);
      const device = createDeviceHeaders();
      await signIn(target, owner, PASSWORD, device);
      const guesses = await guessPasswords(
        target,
        owner,
        150,
        (index) => `2001:db8:${(0x500 + network).toString(16)}:${index % 30}::1`,
      );
      const response = await signIn(target, owner, PASSWORD, device);
      const summary = `guesses ${formatStatuses(guesses)}; the owner ${response.status}`;
      return { summary, isDefended: response.status === 200 && countStatuses(guesses, 200) === 0 };
    };
  },
};

const sharedNetwork: Attack = {
  point: POINT,
  name: '20 wrong passwords of one user in an office, then a colleague signs in',
  measuresLatency: true,
  async prepare(target) {
    return async () => {
      const [forgetful, colleague] = [claimSolver(target), claimSolver(target)];
      const guesses = await guessPasswords(target, forgetful, 25, () => forgetful.ip);
      const { status } = await signIn(target, { ...colleague, ip: forgetful.ip });
      return { summary: `guesses ${formatStatuses(guesses)}; the colleague ${status}`, isDefended: status === 200 };
    };
  },
};

const parallel: Attack = {
  point: POINT,
  name: '60 correct passwords at once, which could lock their own network',
  measuresLatency: true,
  async prepare(target) {
    return async () => {
      const ip = target.newIp();
      const people = times(60, () => ({ ...claimSolver(target), ip }));
      const tries = await Promise.all(people.map((person) => signIn(target, person)));
      const { status } = await signIn(target, { ...claimSolver(target), ip });
      // A busy server may answer 503, after which a client retries.
      const summary = `${formatStatuses(tries)}; the next one ${status}`;
      return { summary, isDefended: status === 200 && countStatuses(tries, 200, 503) === 60 };
    };
  },
};

const sessions: Attack = {
  point: POINT,
  name: '30 sessions of one person',
  measuresLatency: true,
  async prepare(target) {
    return async () => {
      const person = claimSolver(target);
      let token: string | undefined;
      const responses: HttpResponse[] = [];
      for (const _ of times(30, () => undefined)) {
        const response = await signIn(target, person);
        responses.push(response);
        token = parseJson<{ user: { token: string } }>(response).user?.token ?? token;
      }
      const list = await target.request({ path: '/api/auth/sessions', ip: person.ip, token });
      const count = parseJson<{ sessions: unknown[] }>(list).sessions?.length ?? Number.NaN;
      return { summary: `${formatStatuses(responses)}; ${count} sessions`, isDefended: count <= 20 };
    };
  },
};

export const signInAttacks: Attack[] = [lockedOut, sharedNetwork, parallel, sessions];
