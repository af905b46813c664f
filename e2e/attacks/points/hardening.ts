import type { IncomingHttpHeaders } from 'node:http';
import type { Attack, Outcome } from '../attack.ts';
import { countStatuses, formatStatuses } from '../send-request.ts';
import type { HttpResponse } from '../send-request.ts';
import { sendAs, claimSolver, times, uploadFile } from '../actions.ts';
import type { Target } from '../target.ts';

const POINT = 9;

const attack = (name: string, run: (target: Target) => Promise<Outcome>): Attack => ({
  point: POINT,
  name,
  measuresLatency: true,
  prepare: async (target) => () => run(target),
});

const toOutcome = ({ status, text }: HttpResponse): Outcome => ({
  summary: `${status} ${text.slice(0, 60)}`,
  isDefended: status > 0 && status < 500,
});

const search = (path: string) => async (target: Target) =>
  toOutcome(await target.request({ path: `${path}?search=${encodeURIComponent('-"foo bar')}`, ip: target.newIp() }));

const uploadOddName = async (target: Target) => {
  const file = { name: 'x.__proto__', type: 'text/plain', bytes: Buffer.from('plain') };
  return toOutcome(await uploadFile(target, claimSolver(target), file, 'attachment'));
};

const PERSONAL_PATHS = [
  '/api/auth/profile',
  '/api/auth/sessions',
  '/api/chat/conversations',
  '/api/notifications',
  '/api/bids',
  '/api/agreements',
  '/api/problems/user',
  '/api/modules/own',
];

const checkCaching = async (target: Target): Promise<Outcome> => {
  const person = claimSolver(target);
  const responses = await Promise.all(
    PERSONAL_PATHS.map(async (path) => ({ path, response: await sendAs(target, person, 'GET', path) })),
  );
  const isCacheable = ({ headers }: HttpResponse) => !String(headers['cache-control']).includes('no-store');
  const cacheable = responses
    .filter(({ response }) => isCacheable(response))
    .map(({ path, response: { status } }) => `${path} (${status})`);
  return {
    summary: cacheable.length > 0 ? `without no-store: ${cacheable.join(', ')}` : 'all have no-store',
    isDefended: cacheable.length === 0,
  };
};

const checkHeader = (name: keyof IncomingHttpHeaders, { headers }: HttpResponse): Outcome => {
  const value = headers[name];
  return {
    summary: value === undefined ? `no ${name}` : `${name}: ${String(value).slice(0, 60)}`,
    isDefended: value !== undefined,
  };
};

const fetchPage = (target: Target) => target.request({ path: '/problems', ip: target.newIp(), headers: { accept: 'text/html' } });

const checkViolationReports = async (target: Target): Promise<Outcome> => {
  const { headers } = await fetchPage(target);
  const hasReportUri = /report-(?:to|uri)/.test(String(headers['content-security-policy']));
  return {
    summary: hasReportUri ? 'the policy has a reporting endpoint' : 'the policy has no reporting endpoint',
    isDefended: hasReportUri,
  };
};

const checkSecurityContact = async (target: Target): Promise<Outcome> => {
  const { status, text } = await target.request({ path: '/.well-known/security.txt', ip: target.newIp() });
  return {
    summary: `${status} ${text.slice(0, 60)}`,
    isDefended: status === 200 && /^Contact: /m.test(text) && /^Expires: /m.test(text),
  };
};

const REQUEST_COUNT = 100;

const repeatRequest =
  (method: string, path: string, ...expected: number[]) =>
  async (target: Target) => {
    const ip = target.newIp();
    const responses = await Promise.all(times(REQUEST_COUNT, () => target.request({ method, path, ip })));
    return { summary: formatStatuses(responses), isDefended: countStatuses(responses, ...expected) === responses.length };
  };

/** A dependency is checked at most once a second, with one ping of Redis. */
const checkReadiness = async (target: Target) => {
  const before = await target.redisCalls('ping');
  const repeated = await repeatRequest('GET', '/api/health/ready', 200, 503)(target);
  const pings = (await target.redisCalls('ping')) - before;
  return { summary: `${repeated.summary}, ${pings} pings`, isDefended: repeated.isDefended && pings < REQUEST_COUNT / 2 };
};

export const hardening: Attack[] = [
  attack('a search for -"foo bar in problems', search('/api/problems')),
  attack('a search for -"foo bar in modules', search('/api/modules')),
  attack('an upload with the name x.__proto__', uploadOddName),
  attack('personal data in the cache of a browser or proxy', checkCaching),
  attack('a page without Permissions-Policy', async (target) => checkHeader('permissions-policy', await fetchPage(target))),
  attack('a policy without reports of violations', checkViolationReports),
  attack('data left in the browser after signing out', async (target) =>
    checkHeader('clear-site-data', await sendAs(target, claimSolver(target), 'POST', '/api/auth/logout')),
  ),
  attack('anonymous POSTs to a page, to evict rendered pages', repeatRequest('POST', '/terms', 303)),
  attack('readiness requests, each of which could check all services', checkReadiness),
  attack('a missing security contact (/.well-known/security.txt)', checkSecurityContact),
];
