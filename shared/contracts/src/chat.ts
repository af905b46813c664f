import type { IsoTime, Paging } from './envelope.ts';
import type { PersonSummary, StoredFile } from './schemas/common.ts';
import type { ProblemStatus } from './problems.ts';

/** Message reactions (product 3.29), in display order. */
export const REACTIONS = ['👍', '❤️', '😄', '🎉', '👀', '✅'] as const;
export type ReactionEmoji = (typeof REACTIONS)[number];

export interface Participant extends PersonSummary {
  online: boolean;
  /** `seq` of the last message read, 0 for none. It never decreases. */
  readSeq: number;
  deleted: boolean;
}

/** Conversation of two users, about a problem or started on a profile; one per problem and pair (product 3.9). */
export interface Conversation {
  _id: string;
  problem: { _id: string; title: string; status: ProblemStatus } | null;
  participants: Participant[];
  lastMessage: MessagePreview | null;
  lastSeq: number;
  unreadCount: number;
  updatedAt: IsoTime;
}

export interface MessagePreview {
  senderId: string;
  /** Plain text, at most `CHAT.previewMax` characters; empty without text. */
  text: string;
  fileCount: number;
  createdAt: IsoTime;
}

/** Attachment of a message. `url` expires after `CHAT.linkMinutes`; `GET /files/{id}/link` returns a new one. */
export interface MessageFile extends StoredFile {
  width: number | null;
  height: number | null;
}

export interface MessageReaction {
  emoji: ReactionEmoji;
  userIds: string[];
}

export interface QuotedMessage {
  _id: string;
  seq: number;
  sender: PersonSummary;
  /** Plain text, at most `CHAT.previewMax` characters; the number of files for a message without text. */
  preview: string;
}

export interface Message {
  _id: string;
  conversationId: string;
  /** Position in its conversation: 1, 2, 3 … without a gap. */
  seq: number;
  clientId: string;
  sender: PersonSummary;
  content: string;
  files: MessageFile[];
  createdAt: IsoTime;
  readBy: string[];
  replyTo: QuotedMessage | null;
  reactions: MessageReaction[];
  editedAt: IsoTime | null;
  /** Change count of the conversation at the message's last change, 0 for none. The higher of two revisions is newer. */
  revision: number;
}

/** Response of `GET /chat/conversations`. `unreadCount` counts conversations, not messages. */
export interface ConversationsResponse extends Paging {
  conversations: Conversation[];
  unreadCount: number;
}

export interface ConversationResponse {
  conversation: Conversation;
}

export interface MarkReadResponse {
  readSeq: number;
  unreadCount: number;
}

/** Response of `GET /chat/messages/{conversationId}`, in order of `seq` without a gap. */
export interface MessagesResponse extends Paging {
  messages: Message[];
  lastSeq: number;
  revision: number;
}

export interface ConversationFile extends MessageFile {
  message: { _id: string; seq: number; sender: PersonSummary };
  createdAt: IsoTime;
}

export interface ConversationFilesResponse extends Paging {
  files: ConversationFile[];
}

/** Half-open range of a text, in UTF-16 code units. */
export type TextRange = [from: number, to: number];

export interface FoundMessage {
  _id: string;
  seq: number;
  sender: PersonSummary;
  createdAt: IsoTime;
  conversation: { _id: string; with: PersonSummary; problem: { _id: string; title: string } | null };
  snippet: { text: string; ranges: TextRange[] };
}

export interface SearchMessagesResponse extends Paging {
  messages: FoundMessage[];
  total: number;
}

/** `POST /chat/messages` returns 201 if stored, 200 if stored before, 409 if the `clientId` has other content. */
export interface MessageResponse {
  message: Message;
}
