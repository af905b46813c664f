import { eq } from 'drizzle-orm';
import type { StoredFile } from '@solvent/contracts';
import { newId } from '../../../platform/db/new-id.ts';
import { files } from '../../files/schema.ts';
import { problems } from '../schema.ts';
import { fileUrl } from '../../files/links.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { goodProblem } from '../../../testing/problems.ts';

const REFUSED = { status: 422, body: { code: 'invalid', errors: { attachments: 'Please upload the file again' } } };

let test: TestApp;
let seeker: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  seeker = await test.signedIn('seeker');
});
afterAll(() => test.close());

const keyOf = (id: string) => `attachments/${id}`;

/** As an upload leaves it. */
async function uploaded(name: string, given: Partial<typeof files.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const content = Buffer.from(name);
  await test.ports.files.put(keyOf(id), content);
  const what = { name, mimeType: 'text/plain', size: content.length, sha256: id, storageKey: keyOf(id) };
  const whose = { ownerId: seeker.user.id, purpose: 'attachment', visibility: 'private' } as const;
  await test.db.insert(files).values({ id, ...what, ...whose, createdAt: new Date(), ...given });
  return id;
}

const post = (attachments: unknown, headers = {}) =>
  test.ask('POST', '/api/problems', { as: seeker, payload: { ...goodProblem, attachments }, headers });
const edit = (id: string, change: object) =>
  test.ask('PUT', `/api/problems/${id}`, { as: seeker, payload: { ...goodProblem, ...change } });
const isRead = async (id: string) => (await test.app.inject({ method: 'GET', url: fileUrl(id) })).statusCode === 200;

/** The problem of an answer, as far as files go. The answer's schema lets nothing else out. */
const problemIn = ({ body }: { body: Record<string, unknown> }) => body['problem'] as { _id: string; attachments: StoredFile[] };
const namesIn = (answer: { body: Record<string, unknown> }) => problemIn(answer).attachments.map(({ name }) => name);

describe('the attachments of a problem', () => {
  it('come with it in their order, and are everybody’s to read from then on', async () => {
    const [one, two] = [await uploaded('one.txt'), await uploaded('two.txt')];
    expect(await isRead(one)).toBe(false);
    const answer = await post([two, one.toUpperCase(), two]);
    expect(answer.status).toBe(201);
    expect(problemIn(answer).attachments).toEqual([
      { _id: two, url: fileUrl(two), name: 'two.txt', size: 7, mimeType: 'text/plain' },
      { _id: one, url: fileUrl(one), name: 'one.txt', size: 7, mimeType: 'text/plain' },
    ]);
    expect(await isRead(one)).toBe(true);
    expect(namesIn(await test.ask('GET', `/api/problems/${problemIn(answer)._id}`))).toEqual(['two.txt', 'one.txt']);
  });

  it('are attached once where a problem is sent twice', async () => {
    const id = await uploaded('one.txt');
    const [first, second] = [await post([id], { 'idempotency-key': 'k' }), await post([id], { 'idempotency-key': 'k' })];
    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  it('change with an edit: added, put in another order, taken away for good', async () => {
    const [one, two, three] = [await uploaded('one.txt'), await uploaded('two.txt'), await uploaded('three.txt')];
    const { _id } = problemIn(await post([one, two]));
    expect(namesIn(await edit(_id, { attachments: [three, one] }))).toEqual(['three.txt', 'one.txt']);
    expect(await isRead(two)).toBe(false);
    expect(await test.db.$count(files, eq(files.id, two))).toBe(0);
    expect(await test.ports.files.read(keyOf(two))).toBeUndefined();
    expect(namesIn(await edit(_id, {}))).toEqual(['three.txt', 'one.txt']);
    expect(namesIn(await edit(_id, { attachments: [] }))).toEqual([]);
    expect(await isRead(one)).toBe(false);
  });

  it.each<[what: string, id: () => Promise<string>]>([
    ['somebody else’s', async () => uploaded('a.txt', { ownerId: (await test.user()).id })],
    ['a picture of oneself', () => uploaded('a.txt', { purpose: 'avatar', visibility: 'public' })],
    ['one that is not there', async () => newId()],
    [
      'one of another problem',
      async () => {
        const id = await uploaded('a.txt');
        await post([id]);
        return id;
      },
    ],
  ])('cannot be %s', async (_what, make) => {
    const [foreign, own] = [await make(), await uploaded('own.txt')];
    const before = await test.db.$count(problems);
    expect(await post([own, foreign])).toMatchObject(REFUSED);
    expect(await test.db.$count(problems)).toBe(before);
    expect(await isRead(own)).toBe(false);

    const { _id } = problemIn(await post([own]));
    expect(await edit(_id, { title: 'Another title altogether', attachments: [foreign] })).toMatchObject(REFUSED);
    const after = await test.ask('GET', `/api/problems/${_id}`);
    expect(after.body['problem']).toMatchObject({ title: goodProblem.title, attachments: [{ _id: own }] });
    expect(await isRead(own)).toBe(true);
  });

  it('belong to one of two problems that take them at once', async () => {
    const id = await uploaded('one.txt');
    const statuses = (await Promise.all([post([id]), post([id]), post([id])])).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 422, 422]);
  });

  it.each([
    [Array.from({ length: 6 }, newId), { attachments: 'You can attach up to 5 files' }],
    [['../../etc/passwd'], { 'attachments[0]': 'Please upload the file again' }],
    ['all of them', { attachments: 'This value has the wrong form' }],
  ])('cannot be %j', async (attachments, errors) => {
    expect(await post(attachments)).toMatchObject({ status: 422, body: { errors } });
  });
});
