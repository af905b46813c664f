import type { Multipart, MultipartFile } from '@fastify/multipart';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { CHAT } from '@solvent/contracts';
import { messageRules } from '@solvent/contracts/rules';
import { signedIn } from '../../../access/access.ts';
import { participants } from '../schema.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { KeptFiles } from '../../files/incoming/kept-files.ts';
import type { Sender } from '../../files/incoming/sender.ts';
import { checkedForm } from '../../../platform/http/yup-validation.ts';
import { INCOMING_MESSAGES } from './incoming.ts';
import { fromReader, notWhole, wrongPart } from './refusals.ts';
import { storePart } from './store-part.ts';
import type { ReceivedMessage, ReceivedMessageFile } from './types.ts';

/** Texts: more than the longest content has (bytes), so that its own rule speaks of one that is too long; a few unknown ones. */
const LIMITS = { files: CHAT.filesMax, fileSize: CHAT.fileMaxBytes, fields: 20, fieldSize: 128 * 1024, headerPairs: 20 };
const FILE_PARTS = new Set(['files', 'files[]']);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Intaking = Pick<Deps, 'db' | 'files' | 'pictures'>;

/** What has come so far. */
interface Intake {
  sender: Sender;
  texts: Record<string, string>;
  files: ReceivedMessageFile[];
}

async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits: LIMITS });
  } catch (error) {
    throw fromReader(error);
  }
}

/** Nothing is stored for who has no part in the conversation; one that is named later is looked at when the message is stored. */
async function checkPlace({ db }: Intaking, request: FastifyRequest, conversationId: string | undefined): Promise<void> {
  if (conversationId === undefined) return;
  if (!UUID.test(conversationId)) throw notFound('This conversation');
  const own = and(eq(participants.conversationId, conversationId), eq(participants.userId, signedIn(request).user.id));
  if ((await db.$count(participants, own)) === 0) throw notFound('This conversation');
}

async function takeFile(
  deps: Intaking,
  request: FastifyRequest,
  intake: Intake,
  kept: KeptFiles,
  part: MultipartFile,
): Promise<void> {
  if (!FILE_PARTS.has(part.fieldname)) throw wrongPart();
  if (intake.files.length === 0) await checkPlace(deps, request, intake.texts['conversationId']);
  await intake.sender.room.take();
  const file = await storePart(deps, { key: await kept.nextKey(), sender: intake.sender }, part);
  if (file !== undefined) intake.files.push(file);
}

async function readAll(deps: Intaking, request: FastifyRequest, sender: Sender, kept: KeptFiles): Promise<Intake> {
  const intake: Intake = { sender, texts: {}, files: [] };
  for await (const part of partsOf(request)) {
    if (part.type === 'file') await takeFile(deps, request, intake, kept, part);
    else if (typeof part.value === 'string') intake.texts[part.fieldname] = part.value;
  }
  return intake;
}

/** What still comes of a refused request is read and forgotten: a browser listens only when it has said all. */
function ignoreRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/**
 * Takes in `POST /chat/messages` of somebody signed in: the texts, held to the rules, and the files, which lie in the store
 * when this answers. They go with `discard`, unless rows of a message name them; nothing is kept of a request that fails here.
 * Files need room: texts alone take none. The route needs the plugin @fastify/multipart.
 * @throws AppError with a text for each field (`files` for all files), 404 for a foreign conversation, malformed for what is
 *   cut off; the store's own errors
 */
export async function receiveMessage(deps: Intaking, request: FastifyRequest, sender: Sender): Promise<ReceivedMessage> {
  const kept = new KeptFiles(INCOMING_MESSAGES, deps.files, request.log);
  try {
    const { texts, files } = await readAll(deps, request, sender, kept);
    const fields = checkedForm(messageRules, texts, { fileCount: files.length });
    // Nobody is there to hear of it: who still wants it sends it again.
    if (request.raw.socket.destroyed) throw notWhole(undefined);
    return { fields, files, discard: () => kept.discard() };
  } catch (error) {
    ignoreRest(request);
    await kept.discard();
    throw error;
  }
}
