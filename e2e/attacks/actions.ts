import { randomUUID } from 'node:crypto';
import type { Person } from '../chaos/people.ts';
import { parseJson } from './send-request.ts';
import type { HttpResponse, FormPart } from './send-request.ts';
import { PASSWORD } from './target.ts';
import type { Target } from './target.ts';

export interface Actor {
  person: Person;
  ip: string;
}

export const claimSeeker = (target: Target): Actor => ({ person: target.claimPerson('seeker'), ip: target.newIp() });
export const claimSolver = (target: Target): Actor => ({ person: target.claimPerson('solver'), ip: target.newIp() });

export const times = <Made>(count: number, create: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => create(index));

/** Runs `create` for each index with limited concurrency. @returns results in the order of indexes */
export async function mapConcurrently<Made>(
  count: number,
  concurrency: number,
  create: (index: number) => Promise<Made>,
): Promise<Made[]> {
  const results: Made[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await create(index);
    }
  };
  await Promise.all(times(concurrency, worker));
  return results;
}

export const sendAs = (
  target: Target,
  { person, ip }: Actor,
  method: string,
  path: string,
  json?: string | object,
): Promise<HttpResponse> => target.request({ method, path, ip, token: person.token, json });

export const PROBLEM_BODY = {
  title: 'Make the report load faster',
  body: 'The monthly report takes a minute to load, which is too long.',
  category: 'backend',
  tags: ['node'],
  budget: 300,
};

export const postProblem = (target: Target, poster: Actor, overrides: object = {}): Promise<HttpResponse> =>
  sendAs(target, poster, 'POST', '/api/problems', { ...PROBLEM_BODY, ...overrides });

/** @returns the id of the created object @throws Error if the response has none */
export function readId(response: HttpResponse, name: string): string {
  const results = parseJson<Record<string, { _id?: string; id?: string }>>(response)[name];
  const id = results?._id ?? results?.id;
  if (id === undefined) throw new Error(`No ${name} was created: ${response.status} ${response.text.slice(0, 200)}`);
  return id;
}

export const BID_BODY = {
  amount: 200,
  estimatedDays: 3,
  message: 'I have made reports of this kind fast before, and would again.',
};

export const placeBid = (target: Target, bidder: Actor, problemId: string, overrides: object = {}): Promise<HttpResponse> =>
  sendAs(target, bidder, 'POST', '/api/bids', { ...BID_BODY, problemId, ...overrides });

export async function openConversation(target: Target, one: Actor, other: Actor): Promise<string> {
  return readId(await sendAs(target, one, 'POST', '/api/chat/conversations', { userId: other.person.id }), 'conversation');
}

type UploadFile = NonNullable<FormPart['file']>;

export function sendMessage(
  target: Target,
  { person, ip }: Actor,
  conversationId: string,
  content: string,
  files: UploadFile[] = [],
): Promise<HttpResponse> {
  const texts = { conversationId, clientId: randomUUID(), content };
  const form = [
    ...Object.entries(texts).map(([name, text]) => ({ name, text })),
    ...files.map((file) => ({ name: 'files', file })),
  ];
  return target.request({ method: 'POST', path: '/api/chat/messages', ip, token: person.token, form });
}

/** Uploads a file. @param purpose `avatar` for a profile picture, `attachment` for a file of a problem */
export function uploadFile(target: Target, { person, ip }: Actor, file: UploadFile, purpose = 'avatar'): Promise<HttpResponse> {
  const form = [{ name: 'file', file }];
  return target.request({ method: 'POST', path: `/api/file-upload?purpose=${purpose}`, ip, token: person.token, form });
}

/** The server refuses an empty archive. */
const ARCHIVE = Buffer.from(
  'UEsDBBQAAAAAAAAAIQBRRAdACwAAAAsAAAAIAAAAaW5kZXguanNleHBvcnQge307ClBLAQIUAxQAAAAAAAAAIQBRRAdACwAAAAsAAAAIAAAAAAAAAAAAAACkgQAAAABpbmRleC5qc1BLBQYAAAAAAQABADYAAAAxAAAAAAA=',
  'base64',
);

export const MODULE_FIELDS = {
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

export function publishModule(
  target: Target,
  { person, ip }: Actor,
  overrides: Record<string, string> = {},
  archive = ARCHIVE,
): Promise<HttpResponse> {
  const form: FormPart[] = [
    ...Object.entries({ ...MODULE_FIELDS, ...overrides }).map(([name, text]) => ({ name, text })),
    { name: 'zipFile', file: { name: 'reports.zip', type: 'application/zip', bytes: archive } },
  ];
  return target.request({ method: 'POST', path: '/api/modules', ip, token: person.token, form });
}

export function signIn(
  target: Target,
  { person, ip }: { person: Pick<Actor['person'], 'id'>; ip: string },
  password = PASSWORD,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const json = { email: `${person.id}@example.com`, password };
  return target.request({ method: 'POST', path: '/api/auth/login', ip, json, headers });
}
