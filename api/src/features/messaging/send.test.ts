import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { conversations, files, messages, notifications } from '../../schema/index.ts';
import { MISSING_ID } from '../../testing/bids.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { picture } from '../../testing/uploads.ts';
import { deleteAccount, getMessage, createConversation, send, sendAll } from '../../testing/chat.ts';

const test = setUpTestApp();

const readRows = (id: string) => test.db.select().from(messages).where(eq(messages.conversationId, id)).orderBy(messages.seq);
const readLastSeq = async (id: string) =>
  (await test.db.select().from(conversations).where(eq(conversations.id, id)))[0]?.lastSeq;

describe('POST /api/chat/messages (product 3.10, 5.9, 7.7)', () => {
  it('stores and returns a message, and ignores fields that only the server sets', async () => {
    const { seeker, solver, id } = await createConversation(test);
    const clientId = randomUUID();
    const more = { seq: '77', senderId: solver.user.id, createdAt: '2001-01-01', readBy: solver.user.id, _id: MISSING_ID };
    const response = await send(test, seeker, { conversationId: id, clientId, content: '  **Hello**  ', more });
    expect(response.status).toBe(201);
    expect(getMessage(response)).toEqual({
      _id: expect.any(String),
      conversationId: id,
      seq: 1,
      clientId,
      sender: { _id: seeker.user.id, name: seeker.user.name, image: null },
      content: '**Hello**',
      files: [],
      createdAt: expect.stringMatching(/^20[2-9]\d-.*Z$/),
      readBy: [],
      replyTo: null,
      reactions: [],
      editedAt: null,
      deletedAt: null,
      revision: 0,
    });
    expect(getMessage(response)._id).not.toBe(MISSING_ID);
    expect(await readRows(id)).toMatchObject([{ seq: 1, senderId: seeker.user.id, content: '**Hello**' }]);
  });

  it('stores files in order, visible only to participants', async () => {
    const { seeker, id } = await createConversation(test);
    const image = { field: 'files', name: 'me.png', type: 'image/png', content: await picture('png', 60, 40) };
    const text = { field: 'files', name: 'log.txt', type: 'text/plain', content: Buffer.from('It broke') };
    const message = getMessage(await send(test, seeker, { conversationId: id, content: null, files: [image, text] }));
    expect(message).toMatchObject({
      content: '',
      files: [
        { name: 'me.png', mimeType: 'image/png', width: 60, height: 40, url: expect.stringContaining('/api/files/') },
        { name: 'log.txt', mimeType: 'text/plain', size: 8, width: null, height: null },
      ],
    });
    const [row] = await test.db
      .select()
      .from(files)
      .where(eq(files.id, message.files[0]?._id ?? ''));
    expect(row).toMatchObject({ ownerId: seeker.user.id, purpose: 'message', visibility: 'private' });
    expect((await test.request('GET', `/api/files/${row?.id}`)).status).toBe(404);
  });

  it.each([
    ['an empty message', { content: '' }, { content: 'Write something first' }],
    ['no conversation', { conversationId: null }, { conversationId: 'Conversation not found' }],
  ])('rejects %s with the name of the field, and stores nothing', async (_what, given, errors) => {
    const { seeker, id } = await createConversation(test);
    for (const asForm of [false, true]) {
      const response = await send(test, seeker, { conversationId: id, asForm, ...given });
      expect(response).toMatchObject({ status: 422, body: { code: 'invalid', errors } });
    }
    expect(await readRows(id)).toEqual([]);
  });

  it('accepts 10,000 characters, although forms encode line breaks as CRLF', async () => {
    const { seeker, id } = await createConversation(test);
    const steps = 'Steps:\n\n1. one\n2. two.'.padEnd(10_000, '\n.');
    const contents = [steps, ...['x', '語', '"'].map((sign) => sign.repeat(10_000))];
    for (const asForm of [false, true])
      for (const content of contents)
        expect((await send(test, seeker, { conversationId: id, content, asForm })).status).toBe(201);
    expect((await readRows(id)).map(({ content }) => content)).toEqual([...contents, ...contents]);
  });

  it.each([
    ['a list', '[]', 'application/json', 400],
    ['invalid JSON', '{"content":', 'application/json', 400],
    ['plain text', 'Hello', 'text/plain', 415],
  ])('rejects a body that is %s', async (_what, payload, type, status) => {
    const { seeker } = await createConversation(test);
    const response = await test.request('POST', '/api/chat/messages', { as: seeker, payload, headers: { 'content-type': type } });
    expect(response).toMatchObject({ status, body: { message: expect.any(String) } });
  });

  it('rejects messages to a deleted account', async () => {
    const { seeker, solver, id } = await createConversation(test);
    const before = { conversationId: id, clientId: randomUUID() };
    await send(test, seeker, before);
    await deleteAccount(test, solver);
    const message = 'This account was deleted: nothing can be sent to it any more.';
    expect(await send(test, seeker, { conversationId: id })).toMatchObject({ status: 409, body: { code: 'conflict', message } });
    expect(await readLastSeq(id)).toBe(1);
    expect((await send(test, seeker, before)).status).toBe(200);
  });

  it('stores no notification for an account that is deleted concurrently, and does not block the deletion', async () => {
    const { seeker, solver, id } = await createConversation(test);
    const sending = Array.from({ length: 12 }, () => send(test, seeker, { conversationId: id }));
    const responses = await Promise.all([...sending.slice(0, 6), deleteAccount(test, solver), ...sending.slice(6)]);
    const statuses = responses.flatMap((response) => (response ? [response.status] : []));
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await test.db.$count(notifications, eq(notifications.userId, solver.user.id))).toBe(0);
    expect(await readLastSeq(id)).toBe(statuses.filter((status) => status === 201).length);
  });
});

describe('a repeated message (product 11.7, 11.14)', () => {
  it('returns the first result for JSON and forms, and stores nothing', async () => {
    const { seeker, solver, id } = await createConversation(test);
    const sending = { conversationId: id, clientId: randomUUID(), content: 'Once\nand no \ud800 more' };
    const first = getMessage(await send(test, seeker, sending));
    await sendAll(test, solver, id, ['In between']);
    const written = { clientId: sending.clientId.toUpperCase(), content: ` ${sending.content} ` };
    for (const asForm of [false, true]) {
      const again = await send(test, seeker, { ...sending, ...written, asForm });
      expect([again.status, getMessage(again)]).toEqual([200, first]);
    }
    expect([(await readRows(id)).length, await readLastSeq(id)]).toEqual([2, 2]);
  });

  it('is 409 with different content or files', async () => {
    const { seeker, id } = await createConversation(test);
    const file = { field: 'files', name: 'log.txt', type: 'text/plain', content: Buffer.from('It broke') };
    const sending = { conversationId: id, clientId: randomUUID(), files: [file] };
    const first = getMessage(await send(test, seeker, sending));
    const conflict = { status: 409, body: { code: 'conflict', message: 'Another message was sent with the same clientId.' } };
    expect(await send(test, seeker, { ...sending, content: 'Other' })).toMatchObject(conflict);
    expect(await send(test, seeker, { ...sending, files: [] })).toMatchObject(conflict);
    expect(await send(test, seeker, { ...sending, files: [{ ...file, name: 'other.txt' }] })).toMatchObject(conflict);
    expect(await send(test, seeker, { ...sending, files: [{ ...file, content: Buffer.from('Other') }] })).toMatchObject(conflict);
    expect(getMessage(await send(test, seeker, sending))).toMatchObject({
      _id: first._id,
      files: [{ _id: first.files[0]?._id }],
    });
    expect(await test.db.$count(files, eq(files.ownerId, seeker.user.id))).toBe(1);
  });

  it('is a new message in another conversation or from the other sender', async () => {
    const { seeker, solver, id } = await createConversation(test);
    const other = await createConversation(test, null, { seeker });
    const clientId = randomUUID();
    for (const [as, conversationId] of [
      [seeker, id],
      [solver, id],
      [seeker, other.id],
    ] as const)
      expect((await send(test, as, { conversationId, clientId })).status).toBe(201);
  });

  it('is stored once when it is sent 20 times at once, with the same response', async () => {
    const { seeker, id } = await createConversation(test);
    const sending = { conversationId: id, clientId: randomUUID(), content: 'At once' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(test, seeker, sending)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    const [stored, ...others] = await readRows(id);
    expect([others, await readLastSeq(id)]).toEqual([[], 1]);
    expect(responses.map((response) => getMessage(response)._id)).toEqual(responses.map(() => stored?.id));
  });
});

describe('concurrent messages (product 11.14)', () => {
  it('get the positions 1 to 20 in order of their times, even if each is sent twice', async () => {
    const { seeker, solver, id } = await createConversation(test);
    const sendings = Array.from({ length: 20 }, (_, index) => ({ as: index % 2 ? seeker : solver, clientId: randomUUID() }));
    await Promise.all([...sendings, ...sendings].map(({ as, clientId }) => send(test, as, { conversationId: id, clientId })));
    const stored = await readRows(id);
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const times = stored.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});
