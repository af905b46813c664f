import type { IncomingHttpHeaders } from 'node:http';
import type { Attack, Outcome } from '../attack.ts';
import { countOf, counted } from '../ask.ts';
import type { Answer } from '../ask.ts';
import { does, solver, times, upload } from '../deeds.ts';
import type { World } from '../world.ts';

const POINT = 9;

const attack = (name: string, act: (world: World) => Promise<Outcome>): Attack => ({
  point: POINT,
  name,
  felt: true,
  prepare: async (world) => () => act(world),
});

/** What somebody asks for is refused or answered, and no failure of the server. */
const noFailure = ({ status, text }: Answer): Outcome => ({
  told: `${status} ${text.slice(0, 60)}`,
  held: status > 0 && status < 500,
});

const search = (path: string) => async (world: World) =>
  noFailure(await world.ask({ path: `${path}?search=${encodeURIComponent('-"foo bar')}`, from: world.network() }));

const oddName = async (world: World) => {
  const file = { name: 'x.__proto__', type: 'text/plain', bytes: Buffer.from('plain') };
  return noFailure(await upload(world, solver(world), file, 'attachment'));
};

/** Answers of somebody signed in that say who they are, what they wrote or have. */
const PERSONAL = [
  '/api/auth/profile',
  '/api/auth/sessions',
  '/api/chat/conversations',
  '/api/notifications',
  '/api/bids',
  '/api/agreements',
  '/api/problems/user',
  '/api/modules/own',
];

const kept = async (world: World): Promise<Outcome> => {
  const person = solver(world);
  const answers = await Promise.all(PERSONAL.map(async (path) => ({ path, answer: await does(world, person, 'GET', path) })));
  const isKept = ({ headers }: Answer) => !String(headers['cache-control']).includes('no-store');
  const open = answers.filter(({ answer }) => isKept(answer)).map(({ path, answer: { status } }) => `${path} (${status})`);
  return { told: open.length > 0 ? `without no-store: ${open.join(', ')}` : 'all say no-store', held: open.length === 0 };
};

const headerOf = (name: keyof IncomingHttpHeaders, { headers }: Answer): Outcome => {
  const value = headers[name];
  return { told: value === undefined ? `no ${name}` : `${name}: ${String(value).slice(0, 60)}`, held: value !== undefined };
};

const page = (world: World) => world.ask({ path: '/problems', from: world.network(), headers: { accept: 'text/html' } });

const violations = async (world: World): Promise<Outcome> => {
  const { headers } = await page(world);
  const isTold = /report-(?:to|uri)/.test(String(headers['content-security-policy']));
  return { told: isTold ? 'the policy names where to report to' : 'the policy names nobody', held: isTold };
};

const contact = async (world: World): Promise<Outcome> => {
  const { status, text } = await world.ask({ path: '/.well-known/security.txt', from: world.network() });
  return { told: `${status} ${text.slice(0, 60)}`, held: status === 200 && /^Contact: /m.test(text) && /^Expires: /m.test(text) };
};

const MANY = 100;

/** Many requests of one who is signed out. */
const manyOf =
  (method: string, path: string, ...expected: number[]) =>
  async (world: World) => {
    const from = world.network();
    const answers = await Promise.all(times(MANY, () => world.ask({ method, path, from })));
    return { told: counted(answers), held: countOf(answers, ...expected) === answers.length };
  };

/** Many requests for readiness, and how often the server has checked a dependency for them: once a second, with one ping of Redis. */
const readiness = async (world: World) => {
  const before = await world.redisCalls('ping');
  const answered = await manyOf('GET', '/api/health/ready', 200, 503)(world);
  const pings = (await world.redisCalls('ping')) - before;
  return { told: `${answered.told}, ${pings} pings`, held: answered.held && pings < MANY / 2 };
};

/** What was found besides. */
export const foundBesides: Attack[] = [
  attack('a search for -"foo bar in problems', search('/api/problems')),
  attack('a search for -"foo bar in modules', search('/api/modules')),
  attack('an upload with the name x.__proto__', oddName),
  attack('personal data in the cache of a browser or proxy', kept),
  attack('a page without Permissions-Policy', async (world) => headerOf('permissions-policy', await page(world))),
  attack('a policy whose violations nobody hears of', violations),
  attack('data that stays in the browser after signing out', async (world) =>
    headerOf('clear-site-data', await does(world, solver(world), 'POST', '/api/auth/logout')),
  ),
  attack('anonymous POSTs to a page, so that no page that was made is kept', manyOf('POST', '/terms', 303)),
  attack('questions for readiness, each of which asks all services', readiness),
  attack('nobody to tell of a weakness (/.well-known/security.txt)', contact),
];
