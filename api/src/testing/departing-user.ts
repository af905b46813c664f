import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { openConversation } from '../features/messaging/service.ts';
import {
  agreementChanges,
  agreements,
  comments,
  contactMessages,
  conversations,
  disputes,
  earlierDeliveries,
  files,
  knownDevices,
  messageFiles,
  messageReactions,
  messages,
  moduleDownloads,
  moduleFigures,
  modulePurchases,
  moduleReports,
  moduleReviews,
  modules,
  moduleVersions,
  notifications,
  paymentDetails,
  pendingSignUps,
  personBlocks,
  personReviews,
  problemEvents,
  problemFiles,
  problemInvitations,
  problemReports,
  savedModules,
  savedProblems,
  savedSearches,
  sessions,
  socialIdentities,
  users,
} from '../schema/index.ts';
import type { UserRow } from '../schema/index.ts';
import { mail } from '../platform/schema.ts';
import { newId } from '../platform/db/new-id.ts';
import { fileUrl } from '../features/files/links.ts';
import { ACTOR_PLACEHOLDER } from '../features/notifications/service.ts';
import { addBid } from './bids.ts';
import { TEST_PASSWORD, testPasswordHasher } from './factories.ts';
import type { TestCaller } from './factories.ts';
import { buildProblem } from './problems.ts';
import type { TestApp } from './test-app.ts';

/** Contains characters that are special in patterns. */
const NAME = 'Zaphod $& %_.*';
const PICTURE = Buffer.from('a face');

let count = 0;

const TEXTS = { title: 'A crash at the start', body: 'It crashes.' };

const addProblem = async (test: TestApp, poster: UserRow, given: Parameters<typeof buildProblem>[2] = {}): Promise<string> =>
  (await buildProblem(test.db, poster.id, { ...TEXTS, ...given })).id;

export async function addPicture(test: TestApp, owner: UserRow, given: Partial<typeof files.$inferInsert> = {}) {
  const id = newId();
  const storageKey = `avatars/${id}.webp`;
  await test.ports.files.put(storageKey, PICTURE);
  const values = { name: `${owner.name}.webp`, mimeType: 'image/webp', size: PICTURE.length, sha256: id, storageKey };
  const purpose = { purpose: 'avatar', visibility: 'public' } as const;
  await test.db.insert(files).values({ id, ...values, ...purpose, ownerId: owner.id, createdAt: new Date(), ...given });
  return { id, storageKey, url: fileUrl(id) };
}

/** Stores rows that contain the person's name or email address. */
async function addTraces(test: TestApp, { user }: TestCaller, other: UserRow): Promise<void> {
  const now = new Date();
  const soon = new Date(now.getTime() + 3_600_000);
  const notification = { type: 'new_message', message: 'Hello', createdAt: now } as const;
  await test.db.insert(notifications).values([
    { ...notification, userId: user.id, actorId: other.id, title: `New message from ${ACTOR_PLACEHOLDER} for ${user.name}` },
    { ...notification, userId: other.id, actorId: user.id, title: `New message from ${ACTOR_PLACEHOLDER}` },
  ]);
  await test.db
    .insert(mail)
    .values({ to: user.email.toUpperCase(), subject: 'Link', text: `Hello ${user.name}`, link: null, at: now });
  const message = { reference: randomUUID(), name: user.name, subject: 'Help', message: `${user.name} asks`, createdAt: now };
  await test.db.insert(contactMessages).values({ ...message, email: user.email.toUpperCase() });
  const pending = { name: user.name, role: 'seeker' as const, createdAt: now, expiresAt: soon };
  await test.db.insert(pendingSignUps).values([
    { ...pending, email: user.email, tokenHash: randomUUID() },
    { ...pending, email: `other-${user.email}`, tokenHash: randomUUID(), socialType: 'github', socialId: `github-${user.id}` },
  ]);
  await test.db
    .insert(socialIdentities)
    .values({ type: 'github', socialId: `github-${user.id}`, account: 'zaphod', userId: user.id });
  const device = { userAgent: `Browser of ${user.name}`, deviceToken: `push-${user.id}`, tokenHash: randomUUID() };
  await test.db.insert(sessions).values({ ...device, userId: user.id, createdAt: now, lastUsedAt: now, expiresAt: soon });
  const known = { secretHash: `device-${user.id}`, userId: user.id, createdAt: now, lastUsedAt: now };
  await test.db.insert(knownDevices).values(known);
}

async function addReviews(test: TestApp, problemId: string, one: UserRow, other: UserRow): Promise<void> {
  const values = { problemId, rating: 5, text: 'Quick and friendly.', createdAt: new Date(), visibleFrom: new Date() };
  await test.db.insert(personReviews).values([
    { ...values, authorId: one.id, subjectId: other.id },
    { ...values, authorId: other.id, subjectId: one.id },
  ]);
}

/** @param order hours from now of its times */
async function addAgreement(
  test: TestApp,
  problemId: string,
  bidId: string,
  seeker: UserRow,
  solver: UserRow,
  order: number,
): Promise<string> {
  const at = new Date(Date.now() + order * 3_600_000);
  const terms = { amount: 50, dueAt: at, acceptedAt: at };
  const [row] = await test.db
    .insert(agreements)
    .values({ problemId, bidId, seekerId: seeker.id, solverId: solver.id, ...terms })
    .returning({ id: agreements.id });
  return row?.id ?? '';
}

type Delivery = Record<'id' | 'note', string>;

/** Delivers under two agreements. The one with the person as solver also has a pending change and a dispute. */
async function addDeliveries(test: TestApp, work: { seeker: Delivery; solver: Delivery; person: UserRow }): Promise<void> {
  const now = new Date();
  for (const { id, note } of [work.seeker, work.solver]) {
    const delivered = { status: 'delivered', deliveredAt: now, deliveryNote: note } as const;
    await test.db.update(agreements).set(delivered).where(eq(agreements.id, id));
    const requested = { changesRequested: 'Add the second table.', changesRequestedAt: now };
    const earlier = { agreementId: id, note: 'One table is read.', links: [], deliveredAt: now, ...requested };
    await test.db.insert(earlierDeliveries).values(earlier);
  }
  const before = { amountBefore: 50, dueBefore: now };
  const change = { amount: 60, dueAt: now, note: 'One table more.', ...before, createdAt: now };
  await test.db.insert(agreementChanges).values({ agreementId: work.solver.id, proposedBy: work.person.id, ...change });
  const views = { seekerView: 'Tests are missing.', solverView: 'The tests were not part of the bid.' };
  const details = { text: 'By transfer, please.', iban: 'GB33BUKB20201555555555', link: '', updatedAt: now };
  await test.db.insert(paymentDetails).values({ userId: work.person.id, ...details });
  await test.db.insert(disputes).values({ agreementId: work.solver.id, openedBy: work.person.id, ...views, openedAt: now });
}

async function addWork(test: TestApp, person: UserRow, seeker: UserRow, solver: UserRow) {
  const own = {
    open: await addProblem(test, person, { bidCount: 1 }),
    begun: await addProblem(test, person, { status: 'in-progress', bidCount: 1 }),
    solved: await addProblem(test, person, { status: 'solved', bidCount: 1 }),
  };
  const others = {
    open: await addProblem(test, seeker, { bidCount: 2 }),
    begun: await addProblem(test, seeker, { status: 'in-progress', bidCount: 2 }),
    solved: await addProblem(test, seeker, { status: 'solved', bidCount: 1 }),
    untouched: await addProblem(test, seeker, { status: 'in-progress', bidCount: 1 }),
  };
  const bidIds = {
    pendingOnOwn: await addBid(test, own.open, solver.id, 'pending'),
    acceptedOnOwn: await addBid(test, own.begun, solver.id, 'accepted'),
    solvedOnOwn: await addBid(test, own.solved, solver.id, 'accepted'),
    ownPending: await addBid(test, others.open, person.id, 'pending'),
    theirPending: await addBid(test, others.open, solver.id, 'pending'),
    ownAccepted: await addBid(test, others.begun, person.id, 'accepted'),
    theirRejected: await addBid(test, others.begun, solver.id, 'rejected'),
    ownSolved: await addBid(test, others.solved, person.id, 'accepted'),
    theirAccepted: await addBid(test, others.untouched, solver.id, 'accepted'),
  };
  await addDeliveries(test, {
    seeker: { id: await addAgreement(test, own.begun, bidIds.acceptedOnOwn, person, solver, 1), note: 'Here it is.' },
    solver: { id: await addAgreement(test, others.begun, bidIds.ownAccepted, seeker, person, 2), note: 'Both tables are read.' },
    person,
  });
  await addReviews(test, own.solved, person, solver);
  return { own, others, bids: bidIds };
}

async function addProblemTraces(test: TestApp, person: UserRow, other: UserRow, ids: { own: string; foreign: string }) {
  const now = new Date();
  const shared = { problemId: ids.foreign, createdAt: now };
  await test.db
    .insert(savedSearches)
    .values({ userId: person.id, name: `For ${person.name}`, query: { search: 'login' }, createdAt: now });
  await test.db.insert(savedProblems).values([
    { problemId: ids.foreign, userId: person.id, savedAt: now },
    { problemId: ids.own, userId: other.id, savedAt: now },
  ]);
  await test.db
    .insert(problemReports)
    .values({ ...shared, userId: person.id, reason: 'abuse', description: `They insult ${person.name}.` });
  await test.db.insert(comments).values([
    { ...shared, authorId: person.id, content: 'Which version is it?' },
    { ...shared, authorId: person.id, content: '', deletedAt: now },
    { ...shared, authorId: other.id, content: 'The last one.' },
  ]);
  await test.db.insert(problemEvents).values({ problemId: ids.own, event: 'solved', personId: person.id, at: now });
  await test.db.insert(problemInvitations).values([
    { problemId: ids.foreign, solverId: person.id, createdAt: now },
    { problemId: ids.own, solverId: other.id, createdAt: now },
  ]);
  await test.db.insert(personBlocks).values([
    { blockerId: person.id, blockedId: other.id, createdAt: now },
    { blockerId: other.id, blockedId: person.id, createdAt: now },
  ]);
}

async function addConversation(test: TestApp, person: UserRow, other: UserRow, problemId: string) {
  const now = new Date();
  const people = [person.id, other.id] as const;
  const { id: conversationId } = await test.db.transaction((tx) => openConversation(tx, { problemId, people }));
  const shared = { conversationId, createdAt: now };
  const [own, answer] = [newId(), newId()];
  await test.db.insert(messages).values([
    { ...shared, id: own, seq: 1, senderId: person.id, clientId: randomUUID(), content: 'Shall I begin?' },
    { ...shared, id: answer, seq: 2, senderId: other.id, clientId: randomUUID(), content: 'Please do.' },
  ]);
  await test.db.update(conversations).set({ lastSeq: 2, revision: 1 }).where(eq(conversations.id, conversationId));
  await test.db.update(messages).set({ revision: 1 }).where(eq(messages.id, own));
  await test.db.insert(messageReactions).values({ messageId: own, userId: person.id, emoji: '👍', createdAt: now });
  const file = await addPicture(test, person, { purpose: 'message', visibility: 'private', name: 'plan.txt' });
  await test.db.insert(messageFiles).values({ messageId: own, fileId: file.id, position: 0 });
  return { conversationId, message: own, file };
}

async function addModule(test: TestApp, author: UserRow, priceCents: number) {
  const now = new Date();
  const id = newId();
  const text = { title: 'Chart dashboard', description: 'Ready to use.', tags: ['React'], version: '1.0.0' };
  const row = { id, slug: id, authorId: author.id, ...text, priceCents, status: 'published' as const };
  await test.db.insert(modules).values({ ...row, releasedAt: now, updatedAt: now });
  const archive = await addPicture(test, author, { purpose: 'module', visibility: 'private', name: 'charts.zip' });
  const version = { version: '1.0.0', status: 'published', stage: 'done', createdAt: now, releasedAt: now } as const;
  await test.db.insert(moduleVersions).values({ ...version, moduleId: id, fileId: archive.id });
  return { id, archive };
}

/** Stores a free module, a sold one, and everything the person can do with another author's module. */
async function addModules(test: TestApp, person: UserRow, other: UserRow) {
  const now = new Date();
  const [free, sold, theirs] = [
    await addModule(test, person, 0),
    await addModule(test, person, 900),
    await addModule(test, other, 1900),
  ];
  const paid = { license: 'standard', version: '1.0.0', payment: `test-${newId()}`, testMode: true, createdAt: now } as const;
  await test.db.insert(modulePurchases).values([
    { ...paid, moduleId: sold.id, title: 'Sold', userId: other.id, priceCents: 900 },
    { ...paid, moduleId: theirs.id, title: 'Theirs', userId: person.id, priceCents: 1900 },
  ]);
  const of = { moduleId: theirs.id, userId: person.id };
  await test.db.insert(moduleDownloads).values({ ...of, who: newId(), day: '2026-11-01', version: '1.0.0' });
  await test.db.insert(savedModules).values({ ...of, savedAt: now });
  await test.db.insert(moduleReports).values({ ...of, reason: 'bugs', description: `${person.name} saw it.`, createdAt: now });
  await test.db.insert(moduleReviews).values({ ...of, rating: 4, text: 'Quick to set up.', createdAt: now, updatedAt: now });
  const figures = { downloads: 1, ratingTotal: 4, ratingCount: 1 };
  await test.db.update(moduleFigures).set(figures).where(eq(moduleFigures.moduleId, theirs.id));
  return { free, sold, theirs };
}

/** Creates a signed-in user with rows in every table, and the two people they work with. */
export async function buildDepartingUser(test: TestApp) {
  count += 1;
  const id = newId();
  const own = {
    headline: `Headline of z${count}`,
    bio: `Biography of z${count}`,
    location: `Magrathea ${count}`,
    country: 'GB',
    timeZone: `Europe/Magrathea_${count}`,
  };
  const links = { website: `https://z${count}.example`, github: `https://github.com/zaphod-${count}` };
  const passwordHash = await testPasswordHasher.hash(TEST_PASSWORD);
  const named = { id, name: `${NAME} ${count}`, email: `zaphod-${count}@example.com`, passwordHash };
  const given = { ...named, ...own, ...links, expertiseAreas: [`Improbability ${count}`] };
  const caller = await test.signedIn('solver', given);
  const picture = await addPicture(test, caller.user);
  await test.db.update(users).set({ image: picture.url }).where(eq(users.id, id));
  const formerPicture = await addPicture(test, caller.user);
  const seeker = await test.signedIn('seeker');
  const solver = await test.signedIn('solver');
  const work = await addWork(test, caller.user, seeker.user, solver.user);
  await addTraces(test, caller, seeker.user);
  await addProblemTraces(test, caller.user, seeker.user, { own: work.own.solved, foreign: work.others.solved });
  const unused = await addPicture(test, caller.user, { purpose: 'attachment', visibility: 'private' });
  const attached = await addPicture(test, caller.user, { purpose: 'attachment', name: 'stack-trace.txt' });
  await test.db.insert(problemFiles).values({ problemId: work.own.solved, fileId: attached.id, position: 0 });
  const talk = await addConversation(test, caller.user, seeker.user, work.others.solved);
  const toolbox = await addModules(test, caller.user, seeker.user);
  return { caller, talk, toolbox, picture, formerPicture, unused, attached, seeker, solver, work };
}
