import { SOCIAL_TYPES } from '@solvent/contracts';
import { ownFields } from '../auth/user-schema.ts';
import { answerSchema, json } from '../../../platform/http/answer-schema.ts';
import { moduleTracesFields } from './module-traces.ts';
import { messagesFields } from './own-messages.ts';
import { ownModuleSchema } from './own-modules.ts';
import { tracesFields } from './problem-traces.ts';

const created = { createdAt: json.time };
const changed = { ...created, updatedAt: json.time };
const named = json.object({ _id: json.id, name: json.text });
const titled = json.object({ _id: json.id, title: json.text });

const session = { _id: json.id, userAgent: json.text, pushMessages: json.yes, lastUsedAt: json.time, expiresAt: json.time };

const problem = {
  _id: json.id,
  title: json.text,
  body: json.text,
  description: json.text,
  category: json.text,
  tags: json.list(json.text),
  budget: json.integer,
  status: json.text,
  bidCount: json.integer,
  solvedAt: json.orNull(json.time),
};

const bid = {
  _id: json.id,
  problem: titled,
  amount: json.integer,
  message: json.text,
  estimatedDays: json.integer,
  status: json.text,
  reason: json.textOrNull,
};

const review = { _id: json.id, problem: titled, rating: json.integer, text: json.text };

const notification = {
  _id: json.id,
  type: json.text,
  title: json.text,
  message: json.text,
  read: json.yes,
  data: json.object({}, { problemId: json.id, conversationId: json.id }),
};

const file = { _id: json.id, url: json.text, name: json.text, size: json.integer, mimeType: json.text };
const contactMessage = { reference: json.text, name: json.text, email: json.text, subject: json.text, message: json.text };
const linked = { type: json.oneOf(SOCIAL_TYPES), since: json.time };

/** Everything of one person, in one document. */
export const exportAnswer = answerSchema({
  exportedAt: json.time,
  profile: json.object(ownFields),
  signInMethods: json.object({ password: json.yes, linked: json.list(json.object(linked)) }),
  sessions: json.list(json.object({ ...session, ...created })),
  devices: json.list(json.object({ knownSince: json.time, lastSignIn: json.time })),
  problems: json.list(json.object({ ...problem, ...changed })),
  bids: json.list(json.object({ ...bid, ...changed })),
  reviewsWritten: json.list(json.object({ ...review, ...created, subject: named })),
  reviewsReceived: json.list(json.object({ ...review, ...created, author: named })),
  ...tracesFields,
  ...messagesFields,
  notifications: json.list(json.object({ ...notification, ...created })),
  modules: json.list(ownModuleSchema),
  ...moduleTracesFields,
  files: json.list(json.object({ ...file, ...created })),
  contactMessages: json.list(json.object({ ...contactMessage, ...created })),
});
