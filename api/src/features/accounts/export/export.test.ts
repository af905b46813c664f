import { sql } from 'drizzle-orm';
import { messages, personReviews, problems } from '../../../schema/index.ts';
import { fetchDocumentedPaths } from '../../../testing/documented-routes.ts';
import type { DocumentedSchema } from '../../../testing/documented-routes.ts';
import { insertInBatches } from '../../../testing/insert-in-batches.ts';
import { createTestApp, setUpTestApp } from '../../../testing/test-app.ts';
import { buildDepartingUser } from '../../../testing/departing-user.ts';
import { buildProblem } from '../../../testing/problems.ts';

const test = setUpTestApp();
let person: Awaited<ReturnType<typeof buildDepartingUser>>;
let body: Record<string, unknown>;
beforeAll(async () => {
  person = await buildDepartingUser(test);
  body = await fetchExport();
});

async function fetchExport(): Promise<Record<string, unknown>> {
  const { status, body: document } = await test.request('GET', '/api/auth/export', { as: person.caller });
  expect(status).toBe(200);
  return document;
}

/** Values of columns that must not leave the server. */
async function readSecrets(): Promise<string[]> {
  const { rows } = await test.db.execute<{ secret: string }>(sql`
    SELECT password_hash AS secret FROM users UNION SELECT token_hash FROM sessions UNION SELECT secret_hash FROM known_devices UNION SELECT device_token FROM sessions
    UNION SELECT token_hash FROM pending_sign_ups UNION SELECT social_id FROM social_identities
    UNION SELECT storage_key FROM files UNION SELECT sha256 FROM files WHERE sha256 <> id::text`);
  return rows.map(({ secret }) => secret).filter(Boolean);
}

/** Returns the paths of properties that the schema lacks, or requires and the value lacks. */
function findDifferences(value: unknown, { properties, required = [], items = {} }: DocumentedSchema, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => findDifferences(item, items, `${path}[]`));
  if (typeof value !== 'object' || value === null || properties === undefined) return [];
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}.${name}`);
  const differences = Object.entries(value).flatMap(([name, inner]) => {
    const schema = properties[name];
    return schema ? findDifferences(inner, schema, `${path}.${name}`) : [`${path}.${name}`];
  });
  return [...missing, ...differences];
}

describe('GET /api/auth/export (product 2.14, 5.21)', () => {
  it('returns a file with the date in its name', async () => {
    const { headers } = await test.request('GET', '/api/auth/export', { as: person.caller });
    expect(headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="solvent-data-\d{4}-\d\d-\d\d\.json"$/),
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'no-store',
    });
  });

  it('contains own data of every kind', () => {
    const { caller, work, picture, formerPicture, unused, attached, talk, toolbox, seeker } = person;
    const { name, email, bio } = caller.user;
    expect(body).toMatchObject({
      profile: { name, email, bio, image: picture.url },
      signInMethods: { password: true, linked: [{ type: 'github', account: 'zaphod' }] },
      sessions: [{}, {}],
      devices: [{}],
      notifications: [{ message: 'Hello', title: expect.stringMatching(/^New message from Person/) }],
      reviewsWritten: [{ problem: { _id: work.own.solved }, subject: { name: person.solver.user.name } }],
      reviewsReceived: [{ problem: { _id: work.own.solved }, author: { name: person.solver.user.name } }],
      contactMessages: [{ subject: 'Help' }],
      agreements: [
        {
          problem: { _id: work.others.begun },
          with: { name: seeker.user.name },
          side: 'solver',
          delivery: { note: 'Both tables are read.', links: [] },
          earlierDeliveries: [{ note: 'One table is read.' }],
          changesRequested: [],
          changes: [{ amount: 60, note: 'One table more.' }],
          disputeView: 'The tests were not part of the bid.',
        },
        {
          problem: { _id: work.own.begun },
          side: 'seeker',
          delivery: null,
          earlierDeliveries: [],
          changesRequested: [{ text: 'Add the second table.' }],
          changes: [],
          disputeView: null,
        },
      ],
      paymentDetails: [{ text: 'By transfer, please.', iban: 'GB33BUKB20201555555555', link: '' }],
      savedProblems: [{ problem: { _id: work.others.solved } }],
      savedSearches: [{ name: `For ${name}`, query: { search: 'login' } }],
      problemReports: [{ problem: { _id: work.others.solved }, reason: 'abuse', description: `They insult ${name}.` }],
      comments: [{ problem: { _id: work.others.solved }, content: 'Which version is it?' }],
      events: [{ problem: { _id: work.own.solved }, event: 'solved' }],
      invitationsSent: [{ problem: { _id: work.own.solved }, solver: { name: seeker.user.name } }],
      invitationsReceived: [{ problem: { _id: work.others.solved } }],
      blockedPeople: [{ person: { _id: seeker.user.id, name: seeker.user.name } }],
      conversations: [{ _id: talk.conversationId, with: { name: seeker.user.name }, problem: { _id: work.others.solved } }],
      modulePurchases: [{ module: { _id: toolbox.theirs.id }, license: 'standard', priceCents: 1900, testMode: true }],
      moduleDownloads: [{ module: { _id: toolbox.theirs.id }, day: '2026-11-01' }],
      savedModules: [{ module: { _id: toolbox.theirs.id } }],
      moduleReviews: [{ module: { _id: toolbox.theirs.id }, rating: 4, text: 'Quick to set up.' }],
      moduleReports: [{ module: { _id: toolbox.theirs.id }, reason: 'bugs', description: `${name} saw it.` }],
      messages: [{ _id: talk.message, content: 'Shall I begin?', files: [talk.file.id], replyTo: null, editedAt: null }],
      messageReactions: [{ messageId: talk.message, emoji: '👍' }],
      messageReports: [{ reason: 'abuse', description: `They insult ${name}.` }],
    });
    // The comparison with the schema guarantees it.
    const getIds = (kind: string) => (body[kind] as { _id: string }[]).map(({ _id }) => _id).toSorted();
    expect(getIds('problems')).toEqual(Object.values(work.own).toSorted());
    expect(getIds('bids')).toEqual([work.bids.ownPending, work.bids.ownAccepted, work.bids.ownSolved].toSorted());
    const getModuleIds = (kind: string) => (body[kind] as { id: string }[]).map(({ id }) => id).toSorted();
    const theirs = [picture, formerPicture, unused, attached, talk.file];
    expect(getIds('files')).toEqual([...theirs, toolbox.free.archive, toolbox.sold.archive].map(({ id }) => id).toSorted());
    expect(getModuleIds('modules')).toEqual([toolbox.free.id, toolbox.sold.id].toSorted());
  });

  it('has exactly the fields that /api/openapi.json describes, since no serializer drops others', async () => {
    const paths = await fetchDocumentedPaths(test);
    expect(paths).toHaveProperty(['/api/auth/export', 'get', 'responses', '200', 'content', 'application/json', 'schema']);
    const schema = paths['/api/auth/export']?.['get']?.responses['200']?.content['application/json']?.schema;
    expect(findDifferences(body, schema ?? {})).toEqual([]);
  });

  it('contains no secrets, and only names of other users', async () => {
    const text = JSON.stringify(body);
    const hidden = await readSecrets();
    expect(hidden.length).toBeGreaterThan(5);
    expect(hidden.filter((secret) => text.includes(secret))).toEqual([]);
    const { seeker, solver, work } = person;
    for (const words of ['Please do.', 'Tests are missing.', 'Here it is.']) expect(text).not.toContain(words);
    for (const foreign of [seeker.user.email, solver.user.email, work.bids.pendingOnOwn, work.bids.theirPending])
      expect(text).not.toContain(foreign);
  });

  it('excludes a review until both sides have rated', async () => {
    const { caller, seeker, work } = person;
    const hidden = { rating: 1, text: 'Not yet to be seen', createdAt: new Date(), visibleFrom: new Date(Date.now() + 60_000) };
    const about = { problemId: work.others.solved, authorId: seeker.user.id, subjectId: caller.user.id };
    await test.db.insert(personReviews).values({ ...hidden, ...about });
    expect(JSON.stringify(await fetchExport())).not.toContain('Not yet to be seen');
  });

  it('contains thousands of problems', async () => {
    const { user } = person.caller;
    const { id } = await buildProblem(test.db, user.id);
    await insertInBatches(3000, (first, last) =>
      test.db.execute(sql`
      INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, created_at, updated_at)
      SELECT gen_random_uuid(), user_id, title, body, description, category, tags, budget, created_at, updated_at
      FROM problems, generate_series(${first}::int, ${last}::int) WHERE id = ${id}`),
    );
    expect((await fetchExport())['problems']).toHaveLength(await test.db.$count(problems, sql`user_id = ${user.id}`));
  });

  it('contains thousands of messages once each, latest first, also with equal times', async () => {
    const { caller, talk } = person;
    await insertInBatches(2500, (first, last) =>
      test.db.execute(sql`
      INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, created_at)
      SELECT gen_random_uuid(), ${talk.conversationId}, 100 + n, ${caller.user.id}, gen_random_uuid(), 'Number ' || n,
        timestamptz '2026-01-01' + (n / 700) * interval '1 second'
      FROM generate_series(${first}::int, ${last}::int) AS n`),
    );
    // The comparison with the schema guarantees it.
    const own = (await fetchExport())['messages'] as { _id: string; files: string[]; createdAt: string }[];
    expect(new Set(own.map(({ _id }) => _id)).size).toBe(own.length);
    expect(own).toHaveLength(await test.db.$count(messages, sql`sender_id = ${caller.user.id}`));
    const times = own.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(own.find(({ _id }) => _id === talk.message)?.files).toEqual([talk.file.id]);
  });

  it('aborts the response if the database fails, so that no partial file looks complete', async () => {
    const broken = await createTestApp();
    const { caller } = await buildDepartingUser(broken);
    await broken.db.execute(sql`ALTER TABLE message_files RENAME TO message_files_away`);
    await expect(broken.request('GET', '/api/auth/export', { as: caller })).rejects.toThrow(/destroyed/);
    await broken.close();
  });

  it("contains only the caller's data", async () => {
    const other = await test.signedIn('seeker');
    const { body: theirs } = await test.request('GET', '/api/auth/export', { as: other });
    expect(theirs).toMatchObject({ profile: { email: other.user.email }, problems: [], bids: [], files: [], sessions: [{}] });
  });
});
