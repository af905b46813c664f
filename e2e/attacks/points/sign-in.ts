import { randomBytes } from 'node:crypto';
import type { Attack } from '../attack.ts';
import { countOf, counted, said } from '../ask.ts';
import type { Answer } from '../ask.ts';
import { eachOf, signIn, solver, times } from '../deeds.ts';
import type { Somebody } from '../deeds.ts';
import { PASSWORD } from '../world.ts';
import type { World } from '../world.ts';

const POINT = 5;
const WRONG = `${PASSWORD}!`;

/** What a browser makes once and says at each sign-in: by it the owner's device is known. */
const newDevice = () => ({ 'x-device': randomBytes(32).toString('base64url') });

/** Wrong passwords for somebody, from so many addresses. */
const guess = (world: World, { person }: Somebody, count: number, from: (index: number) => string): Promise<Answer[]> =>
  eachOf(count, 10, (index) => signIn(world, { person, from: from(index) }, WRONG));

const lockedOut: Attack = {
  point: POINT,
  name: '150 guesses from the networks of one /48, then the owner signs in at a known device',
  felt: true,
  async prepare(world) {
    let wide = 0;
    return async () => {
      wide += 1;
      const owner = solver(world);
      const device = newDevice();
      await signIn(world, owner, PASSWORD, device);
      const guesses = await guess(world, owner, 150, (index) => `2001:db8:${(0x500 + wide).toString(16)}:${index % 30}::1`);
      const answer = await signIn(world, owner, PASSWORD, device);
      const told = `guesses ${counted(guesses)}; the owner ${answer.status}`;
      return { told, held: answer.status === 200 && countOf(guesses, 200) === 0 };
    };
  },
};

const office: Attack = {
  point: POINT,
  name: '20 wrong passwords of one in an office, then another one there signs in',
  felt: true,
  async prepare(world) {
    return async () => {
      const [clumsy, colleague] = [solver(world), solver(world)];
      const guesses = await guess(world, clumsy, 25, () => clumsy.from);
      const { status } = await signIn(world, { ...colleague, from: clumsy.from });
      return { told: `guesses ${counted(guesses)}; the colleague ${status}`, held: status === 200 };
    };
  },
};

const parallel: Attack = {
  point: POINT,
  name: '60 right passwords at once lock their own network',
  felt: true,
  async prepare(world) {
    return async () => {
      const from = world.network();
      const people = times(60, () => ({ ...solver(world), from }));
      const tries = await Promise.all(people.map((person) => signIn(world, person)));
      const { status } = await signIn(world, { ...solver(world), from });
      // Who finds the server busy may be told so, and tries again.
      const told = `${counted(tries)}; the next one ${status}`;
      return { told, held: status === 200 && countOf(tries, 200, 503) === 60 };
    };
  },
};

const sessions: Attack = {
  point: POINT,
  name: '30 sessions of one person',
  felt: true,
  async prepare(world) {
    return async () => {
      const person = solver(world);
      let token: string | undefined;
      const answers: Answer[] = [];
      for (const _ of times(30, () => undefined)) {
        const answer = await signIn(world, person);
        answers.push(answer);
        token = said<{ user: { token: string } }>(answer).user?.token ?? token;
      }
      const list = await world.ask({ path: '/api/auth/sessions', from: person.from, token });
      const count = said<{ sessions: unknown[] }>(list).sessions?.length ?? Number.NaN;
      return { told: `${counted(answers)}; ${count} sessions`, held: count <= 20 };
    };
  },
};

/** Attacks on who may sign in. */
export const signInAttacks: Attack[] = [lockedOut, office, parallel, sessions];
