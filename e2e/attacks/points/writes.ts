import { randomUUID } from 'node:crypto';
import type { Attack, Outcome } from '../attack.ts';
import { ask, countOf, counted } from '../ask.ts';
import type { Answer } from '../ask.ts';
import { BID, bid, does, eachOf, idIn, MODULE, post, PROBLEM, publish, seeker, solver, times } from '../deeds.ts';
import type { Somebody } from '../deeds.ts';
import type { World } from '../world.ts';

const POINT = 4;

/** Some of them were refused for being too many. */
const outcomeOf = (answers: readonly Answer[]): Outcome => ({ told: counted(answers), held: countOf(answers, 429) > 0 });

/** The same done again and again by one person. @param make gives what does it once more */
const flood = (name: string, count: number, make: (world: World) => Promise<(index: number) => Promise<Answer>>): Attack => ({
  point: POINT,
  name: `${count} ${name}`,
  felt: true,
  async prepare(world) {
    const one = await make(world);
    return async () => outcomeOf(await eachOf(count, 8, one));
  },
});

/** Somebody who comes from another network each time: what is counted of them is the account. */
const moving = (world: World, { person }: Somebody): Somebody => ({ person, from: world.network() });

/** Problems of as many people. */
const problems = (world: World, count: number): Promise<string[]> =>
  eachOf(count, 8, async () => idIn(await post(world, seeker(world)), 'problem'));

const flips: Attack = {
  point: POINT,
  name: '300 times opened and closed, a problem that everybody reads',
  felt: true,
  async prepare(world) {
    const poster = seeker(world);
    const id = idIn(await post(world, poster), 'problem');
    return async () => {
      const answers: Answer[] = [];
      for (const turn of times(300, (index) => index)) {
        const status = turn % 2 === 0 ? 'closed' : 'open';
        answers.push(await does(world, poster, 'PUT', `/api/problems/${id}/status`, { status }));
      }
      const { text } = await world.ask({ path: `/api/problems/${id}`, from: world.network() });
      return { told: `${counted(answers)}; anybody is answered ${text.length} characters`, held: text.length < 10_000 };
    };
  },
};

const onTwoServers: Attack = {
  point: POINT,
  name: '60 bids of one person, at two servers in turn',
  felt: false,
  async prepare(world) {
    const { port } = await world.server();
    const second = `http://127.0.0.1:${port}`;
    const bidder = solver(world);
    const ids = await problems(world, 60);
    return async () => {
      const answers = await eachOf(60, 4, (index) => {
        const { person, from } = bidder;
        const json = { ...BID, problemId: ids[index] };
        const asked = { method: 'POST', path: '/api/bids', from, token: person.token, json };
        return index % 2 === 0 ? world.ask(asked) : ask(second, asked);
      });
      const stored = countOf(answers, 201);
      return { told: counted(answers), held: stored <= 20 };
    };
  },
};

const CONTACT = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'A question of mine',
  message: 'How is it that this works as it does?',
};

const wideNetwork: Attack = {
  point: POINT,
  name: '200 letters of visitors from the 40 networks of one /48',
  felt: true,
  async prepare(world) {
    return async () =>
      outcomeOf(
        await eachOf(200, 8, (index) =>
          world.ask({ method: 'POST', path: '/api/contact', from: `2001:db8:7:${(index % 40) + 1}::1`, json: CONTACT }),
        ),
      );
  },
};

/** Each has another filter: nobody has counted what it finds. */
const filters: Attack = {
  point: POINT,
  name: '400 lists, each with a filter of its own',
  felt: true,
  async prepare(world) {
    const from = world.network();
    let asked = 0;
    return async () => {
      const answers = await eachOf(400, 16, () => {
        asked += 1;
        return world.ask({ path: `/api/problems?price_min=${asked % 500}&price_max=${9000 - Math.floor(asked / 500)}`, from });
      });
      const longest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
      return {
        told: `${counted(answers)}, the slowest after ${Math.round(longest)} ms`,
        held: countOf(answers, 200, 429) === 400,
      };
    };
  },
};

/** Attacks by doing again and again what everybody may do. */
export const writes: Attack[] = [
  flood('problems posted', 60, async (world) => {
    const poster = seeker(world);
    return () => post(world, poster);
  }),
  flood('edits of a problem', 200, async (world) => {
    const poster = seeker(world);
    const id = idIn(await post(world, poster), 'problem');
    return (index) => does(world, poster, 'PUT', `/api/problems/${id}`, { ...PROBLEM, budget: 100 + (index % 50) });
  }),
  flips,
  flood('bids, each from another network', 60, async (world) => {
    const bidder = solver(world);
    const ids = await problems(world, 60);
    return (index) => bid(world, moving(world, bidder), ids[index % 60] ?? '');
  }),
  flood('edits of a bid', 200, async (world) => {
    const bidder = solver(world);
    const [problemId = ''] = await problems(world, 1);
    const id = idIn(await bid(world, bidder, problemId), 'bid');
    return (index) => does(world, bidder, 'PUT', `/api/bids/${id}`, { ...BID, amount: 100 + (index % 50) });
  }),
  flood('comments, each from another network', 60, async (world) => {
    const writer = solver(world);
    const [id = ''] = await problems(world, 1);
    return () => does(world, moving(world, writer), 'POST', `/api/problems/${id}/comments`, { content: `Why? ${randomUUID()}` });
  }),
  flood('changes of role', 100, async (world) => {
    const person = seeker(world);
    return () => does(world, person, 'PUT', '/api/auth/switch-role', { expertiseAreas: ['Reports'] });
  }),
  flood('modules, each from another network', 30, async (world) => {
    const author = solver(world);
    return () => publish(world, moving(world, author));
  }),
  flood('edits of a module', 200, async (world) => {
    const author = solver(world);
    const id = idIn(await publish(world, author), 'module');
    const { termsAgreement: _unused, ...fields } = MODULE;
    const edited = (index: number) => ({ ...fields, techStack: ['React'], description: `Makes reports load fast: ${index % 9}` });
    return (index) => does(world, author, 'PUT', `/api/modules/${id}`, edited(index));
  }),
  onTwoServers,
  wideNetwork,
  filters,
];
