import { BID_STATUSES, CATEGORY_VALUES, PROBLEM_STATUSES, SOCIAL_TYPES } from '@solvent/contracts';
import type { Notification, User } from '@solvent/contracts';
import { ownFields, presentUser } from '../auth/users.ts';
import { ownAgreementSchema } from './agreements.ts';
import { tracesFields } from './collect.ts';
import type { CollectedData } from './collect.ts';
import { conversationsFields, messageSchema } from './messages.ts';
import { moduleTracesFields, ownModuleSchema } from './modules.ts';
import { namedSchema, timeOrNull, titledSchema, toIsoDates } from './shared.ts';
import { fileFields, fileUrl } from '../../files/service.ts';
import { notificationSchema } from '../../notifications/service.ts';
import { responseSchema, json } from '../../../platform/http/response-schema.ts';
import type { TypeOf } from '../../../platform/http/response-schema.ts';

const created = { createdAt: json.time };
const changed = { ...created, updatedAt: json.time };

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
  solvedAt: timeOrNull,
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

/** The document without notifications and messages, which follow in pages. */
export const exportResponse = responseSchema<Export>(json.object(fields));

/** The whole streamed document, for OpenAPI. */
export const exportDocumentSchema: object = responseSchema<
  Export & { notifications: Notification[]; messages: TypeOf<typeof messageSchema>[] }
>(json.object({ ...fields, notifications: json.list(notificationSchema), messages: json.list(messageSchema) }));

type Export = Omit<ReturnType<typeof presentExport>, 'profile'> & { profile: Omit<User, 'token'> };

type Row<Name extends keyof CollectedData> = CollectedData[Name] extends (infer Item)[] ? Item : never;

const presentSession = ({ id, userAgent, deviceToken, createdAt, lastUsedAt, expiresAt }: Row<'sessions'>) =>
  toIsoDates({ _id: id, userAgent, pushMessages: deviceToken !== null, createdAt, lastUsedAt, expiresAt });

function presentProblem(row: Row<'problems'>) {
  const { id, title, body, description, category, tags, budget, status, bidCount, solvedAt, createdAt, updatedAt } = row;
  const shown = { _id: id, title, body, description, category, tags, budget, status, bidCount };
  return toIsoDates({ ...shown, solvedAt, createdAt, updatedAt });
}

const presentFile = ({ id, name, mimeType, size, createdAt }: Row<'files'>) =>
  toIsoDates({ _id: id, url: fileUrl(id), name, size, mimeType, createdAt });

const presentContactMessage = ({ reference, name, email, subject, message, createdAt }: Row<'contactMessages'>) =>
  toIsoDates({ reference, name, email, subject, message, createdAt });

/** An allow-list: no password, token or key in any form, and only names of other users. */
export function presentExport(data: CollectedData, now: Date) {
  const { user, bids, agreements, reviewsWritten, reviewsReceived, modules } = data;
  return {
    exportedAt: now.toISOString(),
    profile: presentUser(user),
    signInMethods: {
      password: user.passwordHash !== null,
      linked: data.social.map(({ type, account, createdAt }) => toIsoDates({ type, account, since: createdAt })),
    },
    sessions: data.sessions.map(presentSession),
    devices: data.devices.map(({ createdAt, lastUsedAt }) => toIsoDates({ knownSince: createdAt, lastSignIn: lastUsedAt })),
    problems: data.problems.map(presentProblem),
    bids,
    agreements,
    reviewsWritten,
    reviewsReceived,
    ...data.traces,
    ...data.conversations,
    modules,
    ...data.moduleTraces,
    files: data.files.map(presentFile),
    contactMessages: data.contactMessages.map(presentContactMessage),
  };
}
