import type { Attack } from '../attack.ts';
import { said } from '../ask.ts';
import type { Answer } from '../ask.ts';
import { does, idIn, post, publish, seeker, solver, talk, write } from '../deeds.ts';
import type { World } from '../world.ts';

const POINT = 2;

/** What overflows whoever reads it: quotes in quotes, and lists in lists. @param length of the text at most */
const DEEP: Record<string, (length: number) => string> = {
  quotes: (length) => `${'>'.repeat(Math.min(6000, length - 40))} a quote of what somebody said of it`,
  lists: (length) => `${'- '.repeat(Math.min(3000, Math.floor((length - 40) / 2)))} an item of a list in a list of it`,
};

/** Where a text is posted, and how long it may be. @returns what posts it */
interface Place {
  name: string;
  length: number;
  prepare(world: World): Promise<(text: string) => Promise<Answer>>;
}

const PLACES: Place[] = [
  {
    name: 'problem',
    length: 10_000,
    async prepare(world) {
      const poster = seeker(world);
      return (body) => post(world, poster, { body });
    },
  },
  {
    name: 'comment',
    length: 4000,
    async prepare(world) {
      const problemId = idIn(await post(world, seeker(world)), 'problem');
      const writer = solver(world);
      return (content) => does(world, writer, 'POST', `/api/problems/${problemId}/comments`, { content });
    },
  },
  {
    name: 'message',
    length: 10_000,
    async prepare(world) {
      const [one, other] = [seeker(world), solver(world)];
      const conversationId = await talk(world, one, other);
      return (text) => write(world, one, conversationId, text);
    },
  },
  {
    name: 'bio',
    length: 4000,
    async prepare(world) {
      const person = solver(world);
      return (bio) => does(world, person, 'PUT', '/api/auth/profile', { bio });
    },
  },
  {
    name: 'documentation',
    length: 50_000,
    async prepare(world) {
      const author = solver(world);
      return (documentation) => publish(world, author, { documentation });
    },
  },
];

const nested = ({ name, length, prepare }: Place, kind: string, make: (length: number) => string): Attack => ({
  point: POINT,
  name: `${kind} in ${kind} in a ${name}`,
  felt: true,
  async prepare(world) {
    const send = await prepare(world);
    return async () => {
      const { status, text } = await send(make(length));
      return { told: `${status} ${text.slice(0, 60)}`, held: status === 422 || status === 429 };
    };
  },
});

/** Characters that nobody sees, and that turn what follows around, or ring a bell in a terminal. */
const ODD: Record<string, string> = { direction: '\u202Egnp.exe\u2066', control: '\u0007\u001B[31m' };

interface Name {
  name: string;
  prepare(world: World): Promise<(text: string) => Promise<Answer>>;
}

const NAMES: Name[] = [
  {
    name: 'the title of a problem',
    async prepare(world) {
      const poster = seeker(world);
      return (odd) => post(world, poster, { title: `A report ${odd} that loads` });
    },
  },
  {
    name: 'the name of a person',
    async prepare(world) {
      const person = seeker(world);
      return (odd) => does(world, person, 'PUT', '/api/auth/profile', { name: `Ada ${odd} Byron` });
    },
  },
  {
    name: 'the title of a module',
    async prepare(world) {
      const author = solver(world);
      return (odd) => publish(world, author, { title: `Fast ${odd} reports` });
    },
  },
];

const odd = ({ name, prepare }: Name): Attack => ({
  point: POINT,
  name: `${Object.keys(ODD).join(' and ')} characters in ${name}`,
  felt: true,
  async prepare(world) {
    const send = await prepare(world);
    return async () => {
      const direction = await send(ODD['direction'] ?? '');
      const control = await send(ODD['control'] ?? '');
      const statuses = [direction.status, control.status];
      return { told: statuses.join(', '), held: statuses.every((status) => status === 422 || status === 429) };
    };
  },
});

/** A title that got into the database before such were refused. */
const printed: Attack = {
  point: POINT,
  name: "an escape code in a module's title, where the team's program lists it",
  felt: false,
  async prepare(world) {
    const answer = await publish(world, solver(world));
    const id = idIn(answer, 'module');
    const slug = said<{ module: { slug: string } }>(answer).module?.slug ?? '';
    return async () => {
      await world.database.query(`UPDATE modules SET title = $2 WHERE id = $1`, [id, 'Fast \u001B[31m\u0007reports']);
      await world.database.query(`UPDATE module_versions SET status = 'in-review' WHERE module_id = $1`, [id]);
      const list = await world.run(['api/dist/solvent.js', 'modules']);
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      const escapes = list.match(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g)?.length ?? 0;
      const told = list.includes(slug) ? `${escapes} control characters printed` : `not listed: ${list.slice(0, 80)}`;
      return { told, held: list.includes(slug) && escapes === 0 };
    };
  },
};

/** Attacks by texts on whoever reads them. */
export const texts: Attack[] = [
  ...PLACES.flatMap((place) => Object.entries(DEEP).map(([kind, make]) => nested(place, kind, make))),
  ...NAMES.map(odd),
  printed,
];
