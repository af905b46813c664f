import type { PersonSummary } from './accounts.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { StoredFile } from './files.ts';
import type { ProblemStatus } from './problems.ts';

/** What can be said of a message with one press (product 3.29); in the order in which it is offered and shown. */
export const REACTIONS = ['👍', '❤️', '😄', '🎉', '👀', '✅'] as const;
export type ReactionEmoji = (typeof REACTIONS)[number];

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

/** A reaction to a message, and whose: each of the two has each at most once. */
export interface MessageReaction {
  emoji: ReactionEmoji;
  userIds: string[];
}

/** The message that another one answers, as it is quoted there. */
export interface QuotedMessage {
  _id: string;
  seq: number;
  sender: PersonSummary;
  /** Plain text, at most `CHAT.previewMax` characters; of files alone, how many. */
  preview: string;
}

/** A message (product 3.10 and 3.29). */
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
  /** What it answers, as that is now; null: nothing. */
  replyTo: QuotedMessage | null;
  /** In the order of `REACTIONS`; those that somebody has given. */
  reactions: MessageReaction[];
  /** When its sender changed its words last; null: never. */
  editedAt: IsoTime | null;
  /** The conversation's count of changes when this one was changed last; 0: never. Of two states the higher one is the later. */
  revision: number;
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
  /** How often messages of the conversation were changed: all of that is in what is answered now. */
  revision: number;
}

/** A file of a conversation, with the message that brought it. */
export interface ConversationFile extends MessageFile {
  message: { _id: string; seq: number; sender: PersonSummary };
  createdAt: IsoTime;
}

/** Answer of `GET /chat/conversations/{id}/files`: the latest first. */
export interface ConversationFilesAnswer extends Paging {
  files: ConversationFile[];
}

/** A part of a text: from one index up to, and not with, another one (UTF-16 units, as JavaScript counts). */
export type TextRange = [from: number, to: number];

/** A message that was found. */
export interface FoundMessage {
  _id: string;
  seq: number;
  sender: PersonSummary;
  createdAt: IsoTime;
  conversation: { _id: string; with: PersonSummary; problem: { _id: string; title: string } | null };
  /** A part of its text, without marks; `ranges` are what was searched for in it. */
  snippet: { text: string; ranges: TextRange[] };
}

/** Answer of `GET /chat/search`: the latest first. */
export interface SearchMessagesAnswer extends Paging {
  messages: FoundMessage[];
  total: number;
}

/**
 * Answer of `PUT /chat/messages/{id}` and of `PUT` and `DELETE /chat/messages/{id}/reactions/{emoji}`, and of
 * `POST /chat/messages` (`conversationId`, `content`, `clientId`, `replyTo`; with files as multipart, in repeated parts `files`):
 * 201 stored it; 200 had it already; 409 `conflict` where the same `clientId` came with other content.
 */
export interface MessageAnswer {
  message: Message;
}
