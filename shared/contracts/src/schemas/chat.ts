import { BID_STATUSES } from '../bids.ts';
import { CONVERSATION_EVENTS, REACTIONS } from '../chat.ts';
import { PROBLEM_STATUSES } from '../problems.ts';
import { fileSchema, pagingSchema, personSchema } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';

const participantSchema = json.named('Participant').extend(personSchema, {
  online: json.boolean,
  /** `seq` of the last message read, 0 for none. It never decreases. */
  readSeq: json.integer,
  deleted: json.boolean,
});
export type Participant = TypeOf<typeof participantSchema>;

const messagePreviewSchema = json.named('MessagePreview').object({
  senderId: json.id,
  /** Plain text, at most `CHAT.previewMax` characters; empty without text. */
  text: json.text,
  fileCount: json.integer,
  createdAt: json.time,
});
export type MessagePreview = TypeOf<typeof messagePreviewSchema>;

/** Conversation of two users, about a problem or started on a profile; one per problem and pair (product 3.9). */
const conversationSchema = json.named('Conversation').object({
  _id: json.id,
  problem: json.orNull(json.object({ _id: json.id, title: json.text, status: json.oneOf(PROBLEM_STATUSES) })),
  participants: json.list(participantSchema),
  lastMessage: json.orNull(messagePreviewSchema),
  lastSeq: json.integer,
  unreadCount: json.integer,
  updatedAt: json.time,
  pinned: json.boolean,
  muted: json.boolean,
  archived: json.boolean,
  markedUnread: json.boolean,
});
export type Conversation = TypeOf<typeof conversationSchema>;

/** Marks that the viewer set for a conversation (product 4.36). */
export type ConversationMarks = Pick<Conversation, 'pinned' | 'muted' | 'archived' | 'markedUnread'>;

export const conversationResponse = json.object({ conversation: conversationSchema });
export type ConversationResponse = TypeOf<typeof conversationResponse>;

/** Of `GET /chat/conversations`. `unreadCount` counts conversations, not messages, without muted and archived ones. */
export const conversationsResponse = json.object({
  conversations: json.list(conversationSchema),
  unreadCount: json.integer,
  ...pagingSchema,
});
export type ConversationsResponse = TypeOf<typeof conversationsResponse>;

export const markReadResponse = json.object({ readSeq: json.integer, unreadCount: json.integer });
export type MarkReadResponse = TypeOf<typeof markReadResponse>;

/** Attachment of a message. `url` expires after `CHAT.linkMinutes`; `GET /files/{id}/link` returns a new one. */
const messageFileSchema = json.named('MessageFile').extend(fileSchema, { width: json.integerOrNull, height: json.integerOrNull });
export type MessageFile = TypeOf<typeof messageFileSchema>;

const reactionSchema = json.named('MessageReaction').object({ emoji: json.oneOf(REACTIONS), userIds: json.list(json.id) });
export type MessageReaction = TypeOf<typeof reactionSchema>;

const quotedMessageSchema = json.named('QuotedMessage').object({
  _id: json.id,
  seq: json.integer,
  sender: personSchema,
  /** Plain text, at most `CHAT.previewMax` characters; the number of files for a message without text. */
  preview: json.text,
});
export type QuotedMessage = TypeOf<typeof quotedMessageSchema>;

const messageSchema = json.named('Message').object({
  _id: json.id,
  conversationId: json.id,
  /** Position in its conversation: 1, 2, 3 … without a gap. */
  seq: json.integer,
  clientId: json.id,
  sender: personSchema,
  content: json.text,
  files: json.list(messageFileSchema),
  createdAt: json.time,
  readBy: json.list(json.id),
  replyTo: json.orNull(quotedMessageSchema),
  reactions: json.list(reactionSchema),
  editedAt: json.orNull(json.time),
  /** A deleted message has neither content nor files. Older servers omit this. */
  deletedAt: json.orNull(json.time),
  /** Change count of the conversation at the message's last change, 0 for none. The higher of two revisions is newer. */
  revision: json.integer,
});
export type Message = TypeOf<typeof messageSchema>;

/** `POST /chat/messages` returns 201 if stored, 200 if stored before, 409 if the `clientId` has other content. */
export const messageResponse = json.object({ message: messageSchema });
export type MessageResponse = TypeOf<typeof messageResponse>;

/** Of `GET /chat/messages/{conversationId}`, in order of `seq` without a gap. */
export const messagesResponse = json.object({
  messages: json.list(messageSchema),
  lastSeq: json.integer,
  revision: json.integer,
  ...pagingSchema,
});
export type MessagesResponse = TypeOf<typeof messagesResponse>;

const conversationBidSchema = json.named('ConversationBid').object({
  _id: json.id,
  solverId: json.id,
  /** Whole US dollars. */
  amount: json.integer,
  estimatedDays: json.integer,
  message: json.text,
  status: json.oneOf(BID_STATUSES),
  createdAt: json.time,
});
export type ConversationBid = TypeOf<typeof conversationBidSchema>;

const conversationEventSchema = json.named('ConversationEvent').object({
  kind: json.oneOf(CONVERSATION_EVENTS),
  /** Null if a moderator did it. */
  personId: json.idOrNull,
  /** The new terms of `terms_changed`. */
  amount: json.integerOrNull,
  dueAt: json.orNull(json.time),
  at: json.time,
});
export type ConversationEvent = TypeOf<typeof conversationEventSchema>;

/** Of `GET /chat/conversations/{id}/events`, oldest first. Events are no messages: they have no `seq`. */
export const conversationEventsResponse = json.object({
  bid: json.orNull(conversationBidSchema),
  events: json.list(conversationEventSchema),
});
export type ConversationEventsResponse = TypeOf<typeof conversationEventsResponse>;

const conversationFileSchema = json.named('ConversationFile').extend(messageFileSchema, {
  message: json.object({ _id: json.id, seq: json.integer, sender: personSchema }),
  createdAt: json.time,
});
export type ConversationFile = TypeOf<typeof conversationFileSchema>;

export const conversationFilesResponse = json.object({ files: json.list(conversationFileSchema), ...pagingSchema });
export type ConversationFilesResponse = TypeOf<typeof conversationFilesResponse>;

const foundMessageSchema = json.named('FoundMessage').object({
  _id: json.id,
  seq: json.integer,
  sender: personSchema,
  createdAt: json.time,
  conversation: json.object({
    _id: json.id,
    with: personSchema,
    problem: json.orNull(json.object({ _id: json.id, title: json.text })),
  }),
  /** Half-open ranges of the text, in UTF-16 code units. */
  snippet: json.object({ text: json.text, ranges: json.list(json.range) }),
});
export type FoundMessage = TypeOf<typeof foundMessageSchema>;
export type TextRange = TypeOf<typeof json.range>;

export const foundMessagesResponse = json.object({
  messages: json.list(foundMessageSchema),
  total: json.integer,
  ...pagingSchema,
});
export type SearchMessagesResponse = TypeOf<typeof foundMessagesResponse>;
