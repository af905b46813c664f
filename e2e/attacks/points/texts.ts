import type { Attack } from '../attack.ts';
import { parseJson } from '../send-request.ts';
import type { HttpResponse } from '../send-request.ts';
import {
  sendAs,
  readId,
  postProblem,
  publishModule,
  claimSeeker,
  claimSolver,
  openConversation,
  sendMessage,
} from '../actions.ts';
import type { Target } from '../target.ts';

const POINT = 2;

const DEEP_TEXTS: Record<string, (maxLength: number) => string> = {
  quotes: (maxLength) => `${'>'.repeat(Math.min(6000, maxLength - 40))} a quote of another text`,
  lists: (maxLength) => `${'- '.repeat(Math.min(3000, Math.floor((maxLength - 40) / 2)))} an item of a list in a list of it`,
};

interface TextField {
  name: string;
  maxLength: number;
  prepare(target: Target): Promise<(text: string) => Promise<HttpResponse>>;
}

const TEXT_FIELDS: TextField[] = [
  {
    name: 'problem',
    maxLength: 10_000,
    async prepare(target) {
      const poster = claimSeeker(target);
      return (body) => postProblem(target, poster, { body });
    },
  },
  {
    name: 'comment',
    maxLength: 4000,
    async prepare(target) {
      const problemId = readId(await postProblem(target, claimSeeker(target)), 'problem');
      const writer = claimSolver(target);
      return (content) => sendAs(target, writer, 'POST', `/api/problems/${problemId}/comments`, { content });
    },
  },
  {
    name: 'message',
    maxLength: 10_000,
    async prepare(target) {
      const [sender, recipient] = [claimSeeker(target), claimSolver(target)];
      const conversationId = await openConversation(target, sender, recipient);
      return (text) => sendMessage(target, sender, conversationId, text);
    },
  },
  {
    name: 'bio',
    maxLength: 4000,
    async prepare(target) {
      const person = claimSolver(target);
      return (bio) => sendAs(target, person, 'PUT', '/api/auth/profile', { bio });
    },
  },
  {
    name: 'documentation',
    maxLength: 50_000,
    async prepare(target) {
      const author = claimSolver(target);
      return (documentation) => publishModule(target, author, { documentation });
    },
  },
];

const nested = ({ name, maxLength, prepare }: TextField, kind: string, make: (maxLength: number) => string): Attack => ({
  point: POINT,
  name: `${kind} in ${kind} in a ${name}`,
  measuresLatency: true,
  async prepare(target) {
    const send = await prepare(target);
    return async () => {
      const { status, text } = await send(make(maxLength));
      return { summary: `${status} ${text.slice(0, 60)}`, isDefended: status === 422 || status === 429 };
    };
  },
});

/** Bidirectional overrides, and control codes of terminals. */
const ODD_CHARACTERS: Record<string, string> = { direction: '\u202Egnp.exe\u2066', control: '\u0007\u001B[31m' };

interface NameField {
  name: string;
  prepare(target: Target): Promise<(text: string) => Promise<HttpResponse>>;
}

const NAME_FIELDS: NameField[] = [
  {
    name: 'the title of a problem',
    async prepare(target) {
      const poster = claimSeeker(target);
      return (odd) => postProblem(target, poster, { title: `A report ${odd} that loads` });
    },
  },
  {
    name: 'the name of a person',
    async prepare(target) {
      const person = claimSeeker(target);
      return (odd) => sendAs(target, person, 'PUT', '/api/auth/profile', { name: `Ada ${odd} Byron` });
    },
  },
  {
    name: 'the title of a module',
    async prepare(target) {
      const author = claimSolver(target);
      return (odd) => publishModule(target, author, { title: `Fast ${odd} reports` });
    },
  },
];

const odd = ({ name, prepare }: NameField): Attack => ({
  point: POINT,
  name: `${Object.keys(ODD_CHARACTERS).join(' and ')} characters in ${name}`,
  measuresLatency: true,
  async prepare(target) {
    const send = await prepare(target);
    return async () => {
      const direction = await send(ODD_CHARACTERS['direction'] ?? '');
      const control = await send(ODD_CHARACTERS['control'] ?? '');
      const statuses = [direction.status, control.status];
      return { summary: statuses.join(', '), isDefended: statuses.every((status) => status === 422 || status === 429) };
    };
  },
});

/** Commands must escape titles that were stored before the server rejected them. */
const printedEscapes: Attack = {
  point: POINT,
  name: "an escape code in a module's title, in the operator's list",
  measuresLatency: false,
  async prepare(target) {
    const response = await publishModule(target, claimSolver(target));
    const id = readId(response, 'module');
    const slug = parseJson<{ module: { slug: string } }>(response).module?.slug ?? '';
    return async () => {
      await target.database.query(`UPDATE modules SET title = $2 WHERE id = $1`, [id, 'Fast \u001B[31m\u0007reports']);
      await target.database.query(`UPDATE module_versions SET status = 'in-review' WHERE module_id = $1`, [id]);
      const list = await target.run(['api/dist/solvent.js', 'modules']);
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      const escapes = list.match(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g)?.length ?? 0;
      const summary = list.includes(slug) ? `${escapes} control characters printed` : `not listed: ${list.slice(0, 80)}`;
      return { summary, isDefended: list.includes(slug) && escapes === 0 };
    };
  },
};

export const texts: Attack[] = [
  ...TEXT_FIELDS.flatMap((field) => Object.entries(DEEP_TEXTS).map(([kind, make]) => nested(field, kind, make))),
  ...NAME_FIELDS.map(odd),
  printedEscapes,
];
