import { BID_STATUSES, CATEGORY_VALUES, PROBLEM_STATUSES, SOCIAL_TYPES } from '@solvent/contracts';
import type { Notification, User } from '@solvent/contracts';
import { ownFields, presentUser } from '../auth/users.ts';
import { ownAgreementSchema, presentAgreements } from './agreements.ts';
import { presentTraces, tracesFields } from './collect.ts';
import type { CollectedData } from './collect.ts';
import { conversationsFields, messageSchema, presentConversations } from './messages.ts';
import { moduleTracesFields, ownModuleSchema, presentModuleTraces, presentOwnModule } from './modules.ts';
import { fileFields, fileUrl } from '../../files/service.ts';
import { notificationSchema } from '../../notifications/service.ts';
import { responseSchema, json } from '../../../platform/http/response-schema.ts';
import type { TypeOf } from '../../../platform/http/response-schema.ts';

const created = { createdAt: json.time };
const changed = { ...created, updatedAt: json.time };
const namedSchema = json.object({ _id: json.id, name: json.text });
const titledSchema = json.object({ _id: json.id, title: json.text });

const session = { _id: json.id, userAgent: json.text, pushMessages: json.boolean, lastUsedAt: json.time, expiresAt: json.time };

const problemFields = {
  _id: json.id,
  title: json.text,
  body: json.text,
  description: json.text,
  category: json.oneOf(CATEGORY_VALUES),
  tags: json.list(json.text),
  budget: json.integer,
  status: json.oneOf(PROBLEM_STATUSES),
  bidCount: json.integer,
  solvedAt: json.orNull(json.time),
};

const bidFields = {
  _id: json.id,
  problem: titledSchema,
  amount: json.integer,
  message: json.text,
  files: json.list(json.id),
  estimatedDays: json.integer,
  status: json.oneOf(BID_STATUSES),
  reason: json.textOrNull,
};

const review = { _id: json.id, problem: titledSchema, rating: json.integer, text: json.text };

const contactMessage = { reference: json.text, name: json.text, email: json.text, subject: json.text, message: json.text };
const linked = { type: json.oneOf(SOCIAL_TYPES), account: json.textOrNull, since: json.time };

const fields = {
  exportedAt: json.time,
  profile: json.object(ownFields),
  signInMethods: json.object({ password: json.boolean, linked: json.list(json.object(linked)) }),
  sessions: json.list(json.object({ ...session, ...created })),
  devices: json.list(json.object({ knownSince: json.time, lastSignIn: json.time })),
  problems: json.list(json.object({ ...problemFields, ...changed })),
  bids: json.list(json.object({ ...bidFields, ...changed })),
  agreements: json.list(ownAgreementSchema),
  reviewsWritten: json.list(json.object({ ...review, ...created, subject: namedSchema })),
  reviewsReceived: json.list(json.object({ ...review, ...created, author: namedSchema })),
  ...tracesFields,
  ...conversationsFields,
  modules: json.list(ownModuleSchema),
  ...moduleTracesFields,
  files: json.list(json.object({ ...fileFields, ...created })),
  contactMessages: json.list(json.object({ ...contactMessage, ...created })),
};

/** Everything of one person in one document, but for their notifications and messages, which follow. */
export const exportResponse = responseSchema<Export>(json.object(fields));

/** The whole document, which leaves in pieces: no handler gives all of it. */
export const exportDocumentSchema: object = responseSchema<
  Export & { notifications: Notification[]; messages: TypeOf<typeof messageSchema>[] }
>(json.object({ ...fields, notifications: json.list(notificationSchema), messages: json.list(messageSchema) }));

/** The token is not in it. */
type Export = Omit<ReturnType<typeof presentExport>, 'profile'> & { profile: Omit<User, 'token'> };

type One<Name extends keyof CollectedData> = CollectedData[Name] extends (infer Item)[] ? Item : never;

const named = ({ id, name }: { id: string; name: string }) => ({ _id: id, name });
const titled = ({ id, title }: { id: string; title: string }) => ({ _id: id, title });

const presentSession = ({ id, userAgent, deviceToken, createdAt, lastUsedAt, expiresAt }: One<'sessions'>) => ({
  _id: id,
  userAgent,
  pushMessages: deviceToken !== null,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

function presentProblem(row: One<'problems'>) {
  const { id, title, body, description, category, tags, budget, status, bidCount, solvedAt, createdAt, updatedAt } = row;
  const shown = { _id: id, title, body, description, category, tags, budget, status, bidCount };
  const solved = { solvedAt: solvedAt?.toISOString() ?? null };
  return { ...shown, ...solved, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

function presentBid({ bid, problem, files }: One<'bids'>) {
  const { id, amount, message, estimatedDays, status, reason, createdAt, updatedAt } = bid;
  const shown = { _id: id, problem: titled(problem), amount, message, files, estimatedDays, status, reason };
  return { ...shown, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

const presentReview = ({ review: { id, rating, text, createdAt }, problem }: One<'reviewsWritten'>) => ({
  _id: id,
  problem: titled(problem),
  rating,
  text,
  createdAt: createdAt.toISOString(),
});

const presentFile = ({ id, name, mimeType, size, createdAt }: One<'files'>) => ({
  _id: id,
  url: fileUrl(id),
  name,
  size,
  mimeType,
  createdAt: createdAt.toISOString(),
});

const presentContactMessage = ({ reference, name, email, subject, message, createdAt }: One<'contactMessages'>) => ({
  reference,
  name,
  email,
  subject,
  message,
  createdAt: createdAt.toISOString(),
});

/**
 * A person's own data, for themselves: an allow-list for each kind of thing. No password, token or key in any form, and of
 * others no more than their names where they already are on the person's own pages.
 */
export function presentExport(data: CollectedData, now: Date) {
  return {
    exportedAt: now.toISOString(),
    profile: presentUser(data.user),
    signInMethods: {
      password: data.user.passwordHash !== null,
      linked: data.social.map(({ type, account, createdAt }) => ({ type, account, since: createdAt.toISOString() })),
    },
    sessions: data.sessions.map(presentSession),
    devices: data.devices.map(({ createdAt, lastUsedAt }) => ({
      knownSince: createdAt.toISOString(),
      lastSignIn: lastUsedAt.toISOString(),
    })),
    problems: data.problems.map(presentProblem),
    bids: data.bids.map(presentBid),
    agreements: presentAgreements(data.agreements),
    reviewsWritten: data.reviewsWritten.map((row) => ({ ...presentReview(row), subject: named(row.person) })),
    reviewsReceived: data.reviewsReceived.map((row) => ({ ...presentReview(row), author: named(row.person) })),
    ...presentTraces(data.traces),
    ...presentConversations(data.said),
    modules: data.modules.map(presentOwnModule),
    ...presentModuleTraces(data.moduleTraces),
    files: data.files.map(presentFile),
    contactMessages: data.contactMessages.map(presentContactMessage),
  };
}
