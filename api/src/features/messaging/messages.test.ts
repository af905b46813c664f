import { sql } from 'drizzle-orm';
import type { Message } from '@solvent/contracts';
import { insertInBatches } from '../../testing/insert-in-batches.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { deleteAccount, createConversation, sendAll } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';

const test = setUpTestApp();
let chat: ConversationFixture;
beforeAll(async () => {
  chat = await createConversation(test);
  const contents = Array.from({ length: 25 }, (_, index) => `Message ${index + 1}`);
  await sendAll(test, chat.seeker, chat.id, contents);
});

async function read(query: string, { seeker: as, id } = chat) {
  const { status, body } = await test.request('GET', `/api/chat/messages/${id}${query}`, { as });
  return { status, body, seqs: ((body['messages'] ?? []) as Message[]).map(({ seq }) => seq) };
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('GET /api/chat/messages/:conversationId (product 3.10, 7.7, 11.6)', () => {
  it.each([
    ['', range(1, 25), { page: 1, limit: 100, totalPages: 1 }],
    ['?limit=10', range(16, 25), { page: 1, limit: 10, totalPages: 3 }],
    ['?limit=10&page=2', range(6, 15), { page: 2, totalPages: 3 }],
    ['?limit=10&page=3', range(1, 5), { page: 3, totalPages: 3 }],
    ['?limit=10&page=4', [], { page: 4, totalPages: 3 }],
    ['?after=0', range(1, 25), { page: 1, totalPages: 1 }],
    ['?after=3&limit=4', range(4, 7), { page: 1, totalPages: 6 }],
    ['?after=24', [25], { totalPages: 1 }],
    ['?after=25', [], { totalPages: 1 }],
    ['?after=999999999999', [], { totalPages: 1 }],
    ['?before=10&limit=4', range(6, 9), { page: 1, totalPages: 3 }],
    ['?before=3&limit=10', [1, 2], { totalPages: 1 }],
    ['?before=1', [], { totalPages: 1 }],
    ['?before=0', [], { totalPages: 1 }],
    ['?before=999999999999&limit=2', [24, 25], { totalPages: 13 }],
  ])('returns %s in order of seq', async (query, seqs, paging) => {
    const response = await read(query);
    expect(response).toMatchObject({ status: 200, seqs });
    expect(response.body).toMatchObject({ lastSeq: 25, ...paging });
  });

  it('returns the same to both participants', async () => {
    const { seeker, solver, id } = chat;
    const own = await test.request('GET', `/api/chat/messages/${id}`, { as: seeker });
    expect((await test.request('GET', `/api/chat/messages/${id}`, { as: solver })).body).toEqual(own.body);
  });

  it('is empty without messages', async () => {
    const response = await read('', await createConversation(test));
    expect(response).toMatchObject({ status: 200, seqs: [], body: { lastSeq: 0, page: 1, totalPages: 1 } });
  });

  it('keeps messages of a deleted account under "Deleted user"', async () => {
    const { seeker, solver, id } = await createConversation(test);
    await sendAll(test, solver, id, ['Here I was']);
    await deleteAccount(test, solver);
    const { body } = await test.request('GET', `/api/chat/messages/${id}`, { as: seeker });
    const sender = { _id: solver.user.id, name: 'Deleted user', image: null };
    expect(body['messages']).toMatchObject([{ sender, content: 'Here I was' }]);
  });

  it('returns a range far back among 10,000', async () => {
    const long = await createConversation(test);
    await insertInBatches(10_000, (first, last) =>
      test.db.execute(sql`
      INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, created_at)
      SELECT gen_random_uuid(), ${long.id}, n, ${long.seeker.user.id}, gen_random_uuid(), 'Hello', now()
      FROM generate_series(${first}::int, ${last}::int) AS n`),
    );
    await test.db.execute(sql`UPDATE conversations SET last_seq = 10000 WHERE id = ${long.id}`);
    expect((await read('?page=90', long)).seqs).toEqual(range(1001, 1100));
    expect((await read('?before=1001', long)).seqs).toEqual(range(901, 1000));
  });
});
