import type { Attack } from '../attack.ts';
import { isRefused, parseJson } from '../send-request.ts';
import type { HttpResponse } from '../send-request.ts';
import { sendAs, PROBLEM_BODY, publishModule, claimSeeker, claimSolver, times } from '../actions.ts';
import type { Target } from '../target.ts';

const POINT = 1;

const MAX_DURATION_MS = 1500;
const MAX_RESPONSE_CHARACTERS = 12_000;

function toOutcome(response: HttpResponse) {
  const { status, milliseconds, text } = response;
  return {
    summary: `${status} after ${Math.round(milliseconds)} ms, ${text.length.toLocaleString('en-US')} characters`,
    isDefended: isRefused(response) && text.length < MAX_RESPONSE_CHARACTERS,
    slow: milliseconds >= MAX_DURATION_MS,
  };
}

const createSingleRequest = (
  name: string,
  measuresLatency: Attack['measuresLatency'],
  make: (target: Target) => () => Promise<HttpResponse>,
): Attack => ({
  point: POINT,
  name,
  measuresLatency,
  async prepare(target) {
    const send = make(target);
    return async () => toOutcome(await send());
  },
});

const REPORT = { channel: 'production', revision: 1, shell: '1.0.0', path: '/home', parts: [], errors: [], vitals: [] };

const postReport = (json: string | object) => (target: Target) => {
  const ip = target.newIp();
  return () => target.request({ method: 'POST', path: '/api/runtime-reports', ip, json });
};

/** JSON with as many equal items as a request body may have. */
const buildLongList = (name: string, item: string, count: number, rest: object = {}) =>
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

const postAnonymously = (path: string, json: string) => (target: Target) => {
  const ip = target.newIp();
  return () => target.request({ method: 'POST', path, ip, json });
};

const INVALID_REPORT = {
  channel: '-',
  revision: 0,
  shell: ' ',
  parts: times(20, () => ({ name: '-', version: ' ', source: 'x', loaded: 'x', milliseconds: -1 })),
  errors: times(20, () => ({ name: '-', version: ' ', source: 'x', kind: 'x', message: 1, stack: 2 })),
  vitals: times(5, () => ({ name: 'x', value: -1 })),
};

const tooManyErrors: Attack = {
  point: POINT,
  name: 'a report with 230 errors',
  measuresLatency: true,
  async prepare(target) {
    const send = postReport(INVALID_REPORT)(target);
    return async () => {
      const response = await send();
      const { errors = {} } = parseJson<{ errors: object }>(response);
      const count = Object.keys(errors).length;
      return { summary: `${response.status} with ${count} errors`, isDefended: isRefused(response) && count <= 20 };
    };
  },
};

const nestJson = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

const createDeepNesting = (levels: number): Attack => ({
  point: POINT,
  name: `JSON nested ${levels.toLocaleString('en-US')} levels deep`,
  measuresLatency: true,
  async prepare(target) {
    const person = claimSeeker(target);
    // The schema of a profile has no such field, so that nothing else is invalid.
    return async () => {
      const { status, text } = await sendAs(target, person, 'PUT', '/api/auth/profile', nestJson(levels));
      return { summary: `${status} ${text.slice(0, 80)}`, isDefended: status === 422 };
    };
  },
});

const tooLarge: Attack = {
  point: POINT,
  name: 'a valid report of 200 KB',
  measuresLatency: true,
  async prepare(target) {
    const send = postReport({ ...REPORT, more: 'x'.repeat(200_000) })(target);
    return async () => {
      const { status } = await send();
      return { summary: String(status), isDefended: status === 413 };
    };
  },
};

export const boundedWork: Attack[] = [
  createSingleRequest(
    '240 KB of empty parts in a report, signed out',
    true,
    postReport(buildLongList('parts', '{}', 80_000, REPORT)),
  ),
  createSingleRequest(
    '30 KB of empty parts in a report, signed out',
    true,
    postReport(buildLongList('parts', '{}', 10_000, REPORT)),
  ),
  createSingleRequest(
    '240 KB of empty errors in a report, signed out',
    true,
    postReport(buildLongList('errors', '{}', 80_000, REPORT)),
  ),
  createSingleRequest('areas of expertise at switch-role', true, (target) => {
    const person = claimSeeker(target);
    return () => sendAs(target, person, 'PUT', '/api/auth/switch-role', buildLongList('expertiseAreas', '""', 80_000));
  }),
  createSingleRequest('areas of expertise of a profile', true, (target) => {
    const person = claimSolver(target);
    return () => sendAs(target, person, 'PUT', '/api/auth/profile', buildLongList('expertiseAreas', '""', 80_000));
  }),
  createSingleRequest('tags of a problem', true, (target) => {
    const person = claimSeeker(target);
    return () => sendAs(target, person, 'POST', '/api/problems', buildLongList('tags', '""', 80_000, PROBLEM_BODY));
  }),
  createSingleRequest('attachments of a problem', true, (target) => {
    const person = claimSeeker(target);
    return () => sendAs(target, person, 'POST', '/api/problems', buildLongList('attachments', '""', 80_000, PROBLEM_BODY));
  }),
  createSingleRequest(
    'areas of expertise at social-auth, signed out',
    true,
    postAnonymously('/api/auth/social-auth', buildLongList('expertiseAreas', '""', 80_000, SOCIAL)),
  ),
  createSingleRequest(
    'areas of expertise at sign-up, signed out',
    true,
    postAnonymously('/api/auth/signup', buildLongList('expertiseAreas', '""', 80_000, SIGN_UP)),
  ),
  createSingleRequest('technologies of a module', true, (target) => {
    const person = claimSolver(target);
    const techStack = JSON.stringify(times(80_000, (index) => String(index)));
    return () => publishModule(target, person, { techStack });
  }),
  tooManyErrors,
  createDeepNesting(30),
  createDeepNesting(10_000),
  tooLarge,
];
