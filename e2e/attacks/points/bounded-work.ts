import type { Attack } from '../attack.ts';
import { isRefused, said } from '../ask.ts';
import type { Answer } from '../ask.ts';
import { does, PROBLEM, publish, seeker, solver, times } from '../deeds.ts';
import type { World } from '../world.ts';

const POINT = 1;

/** A refusal costs neither long work (ms) nor a long answer (characters). */
const QUICK = 1500;
const SHORT = 12_000;

function outcomeOf(answer: Answer) {
  const { status, milliseconds, text } = answer;
  return {
    told: `${status} after ${Math.round(milliseconds)} ms, ${text.length.toLocaleString('en-US')} characters`,
    held: isRefused(answer) && text.length < SHORT,
    slow: milliseconds >= QUICK,
  };
}

/** One request that costs much. @param make gives what sends it */
const single = (name: string, felt: Attack['felt'], make: (world: World) => () => Promise<Answer>): Attack => ({
  point: POINT,
  name,
  felt,
  async prepare(world) {
    const send = make(world);
    return async () => outcomeOf(await send());
  },
});

const REPORT = { channel: 'production', revision: 1, shell: '1.0.0', path: '/home', parts: [], errors: [], vitals: [] };

const report = (json: string | object) => (world: World) => {
  const from = world.network();
  return () => world.ask({ method: 'POST', path: '/api/runtime-reports', from, json });
};

/** A list of so many items, which are the same, as long as a body may be today. */
const list = (name: string, item: string, count: number, rest: object = {}) =>
  JSON.stringify({ ...rest, [name]: '%' }).replace('"%"', `[${times(count, () => item).join(',')}]`);

const SIGN_UP = { name: 'Ada', email: 'ada@example.com', password: 'Ask-me-nothing-2026', role: 'solver' };
const SOCIAL = {
  email: 'ada@example.com',
  socialId: '1',
  socialType: 'github',
  socialMethod: 'signup',
  role: 'solver',
  idToken: 'x',
};

const anybody = (path: string, json: string) => (world: World) => {
  const from = world.network();
  return () => world.ask({ method: 'POST', path, from, json });
};

/** A report of 20 parts and 20 errors, in which nothing is right. */
const ALL_WRONG = {
  channel: '-',
  revision: 0,
  shell: ' ',
  parts: times(20, () => ({ name: '-', version: ' ', source: 'x', loaded: 'x', milliseconds: -1 })),
  errors: times(20, () => ({ name: '-', version: ' ', source: 'x', kind: 'x', message: 1, stack: 2 })),
  vitals: times(5, () => ({ name: 'x', value: -1 })),
};

const tooManyErrors: Attack = {
  point: POINT,
  name: 'a report in which 230 things are wrong',
  felt: true,
  async prepare(world) {
    const send = report(ALL_WRONG)(world);
    return async () => {
      const answer = await send();
      const { errors = {} } = said<{ errors: object }>(answer);
      const count = Object.keys(errors).length;
      return { told: `${answer.status} with ${count} errors`, held: isRefused(answer) && count <= 20 };
    };
  },
};

const deep = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** Well-formed, and refused for its depth: not taken, nor for something else. */
const tooDeep = (levels: number): Attack => ({
  point: POINT,
  name: `JSON nested ${levels.toLocaleString('en-US')} levels deep`,
  felt: true,
  async prepare(world) {
    const person = seeker(world);
    // The profile's rules know no field of this name: nothing else is wrong with it.
    return async () => {
      const { status, text } = await does(world, person, 'PUT', '/api/auth/profile', deep(levels));
      return { told: `${status} ${text.slice(0, 80)}`, held: status === 422 };
    };
  },
});

const tooLarge: Attack = {
  point: POINT,
  name: 'a report of 200 KB in which nothing is wrong but its length',
  felt: true,
  async prepare(world) {
    const send = report({ ...REPORT, more: 'x'.repeat(200_000) })(world);
    return async () => {
      const { status } = await send();
      return { told: String(status), held: status === 413 };
    };
  },
};

/** Attacks on what a single request costs. */
export const boundedWork: Attack[] = [
  single('240 KB of empty parts in a report, signed out', true, report(list('parts', '{}', 80_000, REPORT))),
  single('30 KB of empty parts in a report, signed out', true, report(list('parts', '{}', 10_000, REPORT))),
  single('240 KB of empty errors in a report, signed out', true, report(list('errors', '{}', 80_000, REPORT))),
  single('areas of expertise at switch-role', true, (world) => {
    const person = seeker(world);
    return () => does(world, person, 'PUT', '/api/auth/switch-role', list('expertiseAreas', '""', 80_000));
  }),
  single('areas of expertise of a profile', true, (world) => {
    const person = solver(world);
    return () => does(world, person, 'PUT', '/api/auth/profile', list('expertiseAreas', '""', 80_000));
  }),
  single('tags of a problem', true, (world) => {
    const person = seeker(world);
    return () => does(world, person, 'POST', '/api/problems', list('tags', '""', 80_000, PROBLEM));
  }),
  single('attachments of a problem', true, (world) => {
    const person = seeker(world);
    return () => does(world, person, 'POST', '/api/problems', list('attachments', '""', 80_000, PROBLEM));
  }),
  single(
    'areas of expertise at social-auth, signed out',
    true,
    anybody('/api/auth/social-auth', list('expertiseAreas', '""', 80_000, SOCIAL)),
  ),
  single(
    'areas of expertise at sign-up, signed out',
    true,
    anybody('/api/auth/signup', list('expertiseAreas', '""', 80_000, SIGN_UP)),
  ),
  single('technologies of a module', true, (world) => {
    const person = solver(world);
    const techStack = JSON.stringify(times(80_000, (index) => String(index)));
    return () => publish(world, person, { techStack });
  }),
  tooManyErrors,
  tooDeep(30),
  tooDeep(10_000),
  tooLarge,
];
