import { randomUUID } from 'node:crypto';
import type { Attack, Outcome } from '../attack.ts';
import { sendRequest, countStatuses, formatStatuses } from '../send-request.ts';
import type { HttpResponse } from '../send-request.ts';
import {
  BID_BODY,
  placeBid,
  sendAs,
  mapConcurrently,
  readId,
  MODULE_FIELDS,
  postProblem,
  PROBLEM_BODY,
  publishModule,
  claimSeeker,
  claimSolver,
  times,
} from '../actions.ts';
import type { Actor } from '../actions.ts';
import type { Target } from '../target.ts';

const POINT = 4;

const toOutcome = (responses: readonly HttpResponse[]): Outcome => ({
  summary: formatStatuses(responses),
  isDefended: countStatuses(responses, 429) > 0,
});

const createFlood = (
  name: string,
  count: number,
  make: (target: Target) => Promise<(index: number) => Promise<HttpResponse>>,
): Attack => ({
  point: POINT,
  name: `${count} ${name}`,
  measuresLatency: true,
  async prepare(target) {
    const writeOne = await make(target);
    return async () => toOutcome(await mapConcurrently(count, 8, writeOne));
  },
});

/** The same account from another network: limits count the account. */
const withNewIp = (target: Target, { person }: Actor): Actor => ({ person, ip: target.newIp() });

const postProblems = (target: Target, count: number): Promise<string[]> =>
  mapConcurrently(count, 8, async () => readId(await postProblem(target, claimSeeker(target)), 'problem'));

const statusChanges: Attack = {
  point: POINT,
  name: '300 status changes of a public problem',
  measuresLatency: true,
  async prepare(target) {
    const poster = claimSeeker(target);
    const id = readId(await postProblem(target, poster), 'problem');
    return async () => {
      const responses: HttpResponse[] = [];
      for (const index of times(300, (number) => number)) {
        const status = index % 2 === 0 ? 'closed' : 'open';
        responses.push(await sendAs(target, poster, 'PUT', `/api/problems/${id}/status`, { status }));
      }
      const { text } = await target.request({ path: `/api/problems/${id}`, ip: target.newIp() });
      return {
        summary: `${formatStatuses(responses)}; its page has ${text.length} characters`,
        isDefended: text.length < 10_000,
      };
    };
  },
};

const onTwoServers: Attack = {
  point: POINT,
  name: '60 bids of one user, at two servers in turn',
  measuresLatency: false,
  async prepare(target) {
    const { port } = await target.startServer();
    const second = `http://127.0.0.1:${port}`;
    const bidder = claimSolver(target);
    const ids = await postProblems(target, 60);
    return async () => {
      const responses = await mapConcurrently(60, 4, (index) => {
        const { person, ip } = bidder;
        const json = { ...BID_BODY, problemId: ids[index] };
        const sent = { method: 'POST', path: '/api/bids', ip, token: person.token, json };
        return index % 2 === 0 ? target.request(sent) : sendRequest(second, sent);
      });
      const stored = countStatuses(responses, 201);
      return { summary: formatStatuses(responses), isDefended: stored <= 20 };
    };
  },
};

const CONTACT_BODY = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'A question of mine',
  message: 'How is it that this works as it does?',
};

const wideNetwork: Attack = {
  point: POINT,
  name: '200 contact messages from the 40 networks of one /48',
  measuresLatency: true,
  async prepare(target) {
    return async () =>
      toOutcome(
        await mapConcurrently(200, 8, (index) =>
          target.request({ method: 'POST', path: '/api/contact', ip: `2001:db8:7:${(index % 40) + 1}::1`, json: CONTACT_BODY }),
        ),
      );
  },
};

/** Each list has another filter, so that no count is cached. */
const filters: Attack = {
  point: POINT,
  name: '400 lists, each with another filter',
  measuresLatency: true,
  async prepare(target) {
    const ip = target.newIp();
    let sent = 0;
    return async () => {
      const responses = await mapConcurrently(400, 16, () => {
        sent += 1;
        return target.request({ path: `/api/problems?price_min=${sent % 500}&price_max=${9000 - Math.floor(sent / 500)}`, ip });
      });
      const longest = Math.max(...responses.map(({ milliseconds }) => milliseconds));
      return {
        summary: `${formatStatuses(responses)}, the slowest after ${Math.round(longest)} ms`,
        isDefended: countStatuses(responses, 200, 429) === 400,
      };
    };
  },
};

export const writes: Attack[] = [
  createFlood('problems posted', 60, async (target) => {
    const poster = claimSeeker(target);
    return () => postProblem(target, poster);
  }),
  createFlood('edits of a problem', 200, async (target) => {
    const poster = claimSeeker(target);
    const id = readId(await postProblem(target, poster), 'problem');
    return (index) => sendAs(target, poster, 'PUT', `/api/problems/${id}`, { ...PROBLEM_BODY, budget: 100 + (index % 50) });
  }),
  statusChanges,
  createFlood('bids, each from another network', 60, async (target) => {
    const bidder = claimSolver(target);
    const ids = await postProblems(target, 60);
    return (index) => placeBid(target, withNewIp(target, bidder), ids[index % 60] ?? '');
  }),
  createFlood('edits of a bid', 200, async (target) => {
    const bidder = claimSolver(target);
    const [problemId = ''] = await postProblems(target, 1);
    const id = readId(await placeBid(target, bidder, problemId), 'bid');
    return (index) => sendAs(target, bidder, 'PUT', `/api/bids/${id}`, { ...BID_BODY, amount: 100 + (index % 50) });
  }),
  createFlood('comments, each from another network', 60, async (target) => {
    const writer = claimSolver(target);
    const [id = ''] = await postProblems(target, 1);
    return () =>
      sendAs(target, withNewIp(target, writer), 'POST', `/api/problems/${id}/comments`, { content: `Why? ${randomUUID()}` });
  }),
  createFlood('changes of role', 100, async (target) => {
    const person = claimSeeker(target);
    return () => sendAs(target, person, 'PUT', '/api/auth/switch-role', { expertiseAreas: ['Reports'] });
  }),
  createFlood('modules, each from another network', 30, async (target) => {
    const author = claimSolver(target);
    return () => publishModule(target, withNewIp(target, author));
  }),
  createFlood('edits of a module', 200, async (target) => {
    const author = claimSolver(target);
    const id = readId(await publishModule(target, author), 'module');
    const { termsAgreement: _unused, ...fields } = MODULE_FIELDS;
    const createEdit = (index: number) => ({
      ...fields,
      techStack: ['React'],
      description: `Makes reports load fast: ${index % 9}`,
    });
    return (index) => sendAs(target, author, 'PUT', `/api/modules/${id}`, createEdit(index));
  }),
  onTwoServers,
  wideNetwork,
  filters,
];
