import type { PersonSummary } from './accounts.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { StoredFile } from './files.ts';
import type { ProblemStatus } from './problems.ts';

/** One of the two who talk. */
export interface Participant extends PersonSummary {
  /** Whether a page of theirs is open somewhere. */
  online: boolean;
  /** `seq` of the last message that they have read; 0: none. It never goes back. */
  readSeq: number;
  /** Whether the account is gone: nothing can be sent to it any more. */
  deleted: boolean;
}

/** A conversation of two people, about a problem or from a solver's profile; one for each problem and pair (product 3.9). */
export interface Conversation {
  _id: string;
  /** Null: it began on a profile. */
  problem: { _id: string; title: string; status: ProblemStatus } | null;
  /** Both, the caller too. */
  participants: Participant[];
  /** The latest message, for the list: null where nobody wrote yet. */
  lastMessage: MessagePreview | null;
  /** `seq` of the latest message; 0: nobody wrote yet. */
  lastSeq: number;
  /** Messages of the other one that the caller has not read. */
  unreadCount: number;
  /** When the latest message came; before that, when it was opened. */
  updatedAt: IsoTime;
}

/** A message as a line of the list. */
export interface MessagePreview {
  senderId: string;
  /** Plain text, at most `CHAT.previewMax` characters; empty for files alone. */
  text: string;
  fileCount: number;
  createdAt: IsoTime;
}

/** A file of a message. `url` is a link that lives `CHAT.linkMinutes`: `GET /files/{id}/link` gives another one. */
export interface MessageFile extends StoredFile {
  /** Size of a picture (px); null for what is none. */
  width: number | null;
  height: number | null;
}

/** A message (product 3.10). */
export interface Message {
  _id: string;
  conversationId: string;
  /** Place in its conversation: 1, 2, 3 … without a gap. */
  seq: number;
  /** The sender's own id for it (a UUID): the same one is stored once. */
  clientId: string;
  sender: PersonSummary;
  /** Markdown; empty for files alone. */
  content: string;
  files: MessageFile[];
  createdAt: IsoTime;
  /** Ids of the participants who have read up to here; not the sender's. */
  readBy: string[];
}

/** Answer of `GET /chat/conversations`. `unreadCount` is the number of conversations with something unread. */
export interface ConversationsAnswer extends Paging {
  conversations: Conversation[];
  unreadCount: number;
}

/** Answer of `POST /chat/conversations` and `GET /chat/conversations/{id}`. */
export interface ConversationAnswer {
  conversation: Conversation;
}

/** Answer of `PUT /chat/conversations/{id}/read`: where the caller has read up to now. */
export interface ReadAnswer {
  readSeq: number;
  unreadCount: number;
}

/** Answer of `GET /chat/messages/{conversationId}`: in order of `seq`, without a gap. */
export interface MessagesAnswer extends Paging {
  messages: Message[];
  /** `seq` of the conversation's latest message at this moment. */
  lastSeq: number;
}

/**
 * Answer of `POST /chat/messages` (`conversationId`, `content`, `clientId`; with files as multipart, in repeated parts `files`):
 * 201 stored it; 200 had it already; 409 `conflict` where the same `clientId` came with other content.
 */
export interface MessageAnswer {
  message: Message;
}
