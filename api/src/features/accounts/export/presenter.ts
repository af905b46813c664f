import { presentUser } from '../auth/present-user.ts';
import { fileUrl } from '../../files/file-url.ts';
import { presentNotification } from '../../notifications/presenter.ts';
import type { CollectedData } from './collect-data.ts';
import { presentModuleTraces } from './module-traces.ts';
import { presentMessages } from './own-messages.ts';
import { presentOwnModule } from './own-modules.ts';
import { presentTraces } from './problem-traces.ts';

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

function presentBid({ bid, problem }: One<'bids'>) {
  const { id, amount, message, estimatedDays, status, reason, createdAt, updatedAt } = bid;
  const shown = { _id: id, problem: titled(problem), amount, message, estimatedDays, status, reason };
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
      linked: data.social.map(({ type, createdAt }) => ({ type, since: createdAt.toISOString() })),
    },
    sessions: data.sessions.map(presentSession),
    devices: data.devices.map(({ createdAt, lastUsedAt }) => ({
      knownSince: createdAt.toISOString(),
      lastSignIn: lastUsedAt.toISOString(),
    })),
    problems: data.problems.map(presentProblem),
    bids: data.bids.map(presentBid),
    reviewsWritten: data.reviewsWritten.map((row) => ({ ...presentReview(row), subject: named(row.person) })),
    reviewsReceived: data.reviewsReceived.map((row) => ({ ...presentReview(row), author: named(row.person) })),
    ...presentTraces(data.traces),
    ...presentMessages(data.said),
    notifications: data.notifications.map(presentNotification),
    modules: data.modules.map(presentOwnModule),
    ...presentModuleTraces(data.moduleTraces),
    files: data.files.map(presentFile),
    contactMessages: data.contactMessages.map(presentContactMessage),
  };
}
