import { randomUUID } from 'node:crypto';
import type { Person } from '../chaos/people.ts';
import { said } from './ask.ts';
import type { Answer, Part } from './ask.ts';
import { PASSWORD } from './world.ts';
import type { World } from './world.ts';

/** Somebody, and where they are. */
export interface Somebody {
  person: Person;
  from: string;
}

export const seeker = (world: World): Somebody => ({ person: world.person('seeker'), from: world.network() });
export const solver = (world: World): Somebody => ({ person: world.person('solver'), from: world.network() });

/** So many, one after the other made. */
export const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Does things, some at a time. @returns what each gave, in order */
export async function eachOf<Made>(count: number, atOnce: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      made[index] = await make(index);
    }
  };
  await Promise.all(times(atOnce, worker));
  return made;
}

/** The request that does something of somebody's. */
export const does = (
  world: World,
  { person, from }: Somebody,
  method: string,
  path: string,
  json?: string | object,
): Promise<Answer> => world.ask({ method, path, from, token: person.token, json });

/** A problem that breaks no rule. */
export const PROBLEM = {
  title: 'Make the report load faster',
  body: 'The monthly report takes a minute to load, and nobody waits for so long.',
  category: 'backend',
  tags: ['node'],
  budget: 300,
};

export const post = (world: World, poster: Somebody, more: object = {}): Promise<Answer> =>
  does(world, poster, 'POST', '/api/problems', { ...PROBLEM, ...more });

/** The id of what an answer tells of. @throws Error where it tells of nothing */
export function idIn(answer: Answer, name: string): string {
  const made = said<Record<string, { _id?: string; id?: string }>>(answer)[name];
  const id = made?._id ?? made?.id;
  if (id === undefined) throw new Error(`No ${name} was made: ${answer.status} ${answer.text.slice(0, 200)}`);
  return id;
}

export const BID = { amount: 200, estimatedDays: 3, message: 'I have made reports of this kind fast before, and would again.' };

export const bid = (world: World, bidder: Somebody, problemId: string, more: object = {}): Promise<Answer> =>
  does(world, bidder, 'POST', '/api/bids', { ...BID, problemId, ...more });

/** Opens a conversation with a solver. */
export async function talk(world: World, one: Somebody, other: Somebody): Promise<string> {
  return idIn(await does(world, one, 'POST', '/api/chat/conversations', { userId: other.person.id }), 'conversation');
}

type File = NonNullable<Part['file']>;

/** Sends a message, with files or without. */
export function write(
  world: World,
  { person, from }: Somebody,
  conversationId: string,
  content: string,
  files: File[] = [],
): Promise<Answer> {
  const texts = { conversationId, clientId: randomUUID(), content };
  const form = [
    ...Object.entries(texts).map(([name, text]) => ({ name, text })),
    ...files.map((file) => ({ name: 'files', file })),
  ];
  return world.ask({ method: 'POST', path: '/api/chat/messages', from, token: person.token, form });
}

/** Uploads a file: a picture for the own profile, or with `attachment` a file for a problem. */
export function upload(world: World, { person, from }: Somebody, file: File, purpose = 'avatar'): Promise<Answer> {
  const form = [{ name: 'file', file }];
  return world.ask({ method: 'POST', path: `/api/file-upload?purpose=${purpose}`, from, token: person.token, form });
}

/** An empty archive is refused, one that holds one small file is not. */
const ARCHIVE = Buffer.from(
  'UEsDBBQAAAAAAAAAIQBRRAdACwAAAAsAAAAIAAAAaW5kZXguanNleHBvcnQge307ClBLAQIUAxQAAAAAAAAAIQBRRAdACwAAAAsAAAAIAAAAAAAAAAAAAACkgQAAAABpbmRleC5qc1BLBQYAAAAAAQABADYAAAAxAAAAAAA=',
  'base64',
);

/** Texts of a module that breaks no rule, as its form says them. */
export const MODULE = {
  title: 'Fast reports',
  description: 'Makes reports load fast, with receipts.',
  techStack: '["React"]',
  price: 'free',
  priceAmount: '',
  license: 'MIT',
  documentation: '# How to use it\n\nInstall it, then call it.',
  repositoryUrl: 'https://git.example/reports',
  termsAgreement: 'true',
};

/** Publishes a module. */
export function publish(
  world: World,
  { person, from }: Somebody,
  more: Record<string, string> = {},
  archive = ARCHIVE,
): Promise<Answer> {
  const form: Part[] = [
    ...Object.entries({ ...MODULE, ...more }).map(([name, text]) => ({ name, text })),
    { name: 'zipFile', file: { name: 'reports.zip', type: 'application/zip', bytes: archive } },
  ];
  return world.ask({ method: 'POST', path: '/api/modules', from, token: person.token, form });
}

/** Signs somebody in with a password. @param headers of their browser */
export function signIn(
  world: World,
  { person, from }: { person: Pick<Somebody['person'], 'id'>; from: string },
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const json = { email: `${person.id}@example.com`, password };
  return world.ask({ method: 'POST', path: '/api/auth/login', from, json, headers });
}
