import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Message, MessageFile } from '@solvent/contracts';
import type { FileRow } from '../files/schema/files.ts';
import { json } from '../../platform/http/answer-schema.ts';
import type { Talker, WrittenMessage } from './read-messages.ts';

/** Where a file is read by who may: a link that lives for some minutes. */
export type LinkTo = (fileId: string) => string;

function presentFile({ id, name, size, mimeType, width, height }: FileRow, linkTo: LinkTo): MessageFile {
  return { _id: id, url: linkTo(id), name, size, mimeType, width, height };
}

/** A message for the two whose conversation it is in. */
export function presentMessage({ message, files }: WrittenMessage, talkers: readonly Talker[], linkTo: LinkTo): Message {
  const { id, conversationId, seq, clientId, senderId, content, createdAt } = message;
  const sender = talkers.find((talker) => talker.id === senderId);
  const readers = talkers.filter((talker) => talker.id !== senderId && talker.readSeq >= seq);
  return {
    _id: id,
    conversationId,
    seq,
    clientId,
    sender: { _id: senderId, name: sender?.name ?? DELETED_PERSON_NAME, image: sender?.image ?? null },
    content,
    files: files.map((file) => presentFile(file, linkTo)),
    createdAt: createdAt.toISOString(),
    readBy: readers.map((reader) => reader.id),
  };
}

const sizeOrNull = { type: ['integer', 'null'] };
const file = { _id: json.id, url: json.text, name: json.text, size: json.integer, mimeType: json.text };

/** A message in an answer. */
export const messageSchema = json.object({
  _id: json.id,
  conversationId: json.id,
  seq: json.integer,
  clientId: json.id,
  sender: json.object({ _id: json.id, name: json.text, image: json.textOrNull }),
  content: json.text,
  files: json.list(json.object({ ...file, width: sizeOrNull, height: sizeOrNull })),
  createdAt: json.time,
  readBy: json.list(json.id),
});
