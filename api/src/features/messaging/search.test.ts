import type { FoundMessage } from '@solvent/contracts';
import { eq, sql } from 'drizzle-orm';
import type { TestCaller } from '../../testing/factories.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { addProblem } from '../../testing/bids.ts';
import { createConversation, send, sendAll } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';
import { messageFiles } from '../../schema/index.ts';

const test = setUpTestApp();
let chat: ConversationFixture;
beforeAll(async () => {
  const seeker = await test.signedIn('seeker', { name: 'Ada Park' });
  const problem = await addProblem(test, seeker);
  chat = await createConversation(test, problem.id, { seeker, solver: await test.signedIn('solver', { name: 'Diego Fuentes' }) });
  await sendAll(test, chat.seeker, chat.id, [
    'The importer **loses** rows when the file is large',
    'Which `encoding` does it have?',
    `${'A long story. '.repeat(40)}Then the webhook fired twice. ${'And so on. '.repeat(40)}`,
    'x < y && <b>bold</b> encodings',
  ]);
});

async function search(query: string, as: TestCaller = chat.seeker) {
  const { status, body } = await test.request('GET', `/api/chat/search?${query}`, { as });
  const messages = (body['messages'] ?? []) as FoundMessage[];
  return { status, body, messages, seqs: messages.map(({ seq }) => seq) };
}

const getMarked = ({ snippet: { text, ranges } }: FoundMessage) => ranges.map(([from, to]) => text.slice(from, to));

describe('GET /api/chat/search (product 2.44, 5.18)', () => {
  it('finds words by stem and prefix, newest first, for both participants', async () => {
    expect((await search('q=encoding')).seqs).toEqual([4, 2]);
    expect((await search('q=encod', chat.solver)).seqs).toEqual([4, 2]);
    expect((await search('q=losing')).seqs).toEqual([1]);
    expect((await search('q="the file"')).seqs).toEqual([1]);
    expect((await search('q=nowhere')).seqs).toEqual([]);
    expect((await search('q=the')).body).toMatchObject({ total: 0, messages: [] });
  });

  it('returns the conversation and a snippet as text with ranges, not HTML', async () => {
    const { messages } = await search('q=loses');
    expect(messages).toEqual([
      {
        _id: expect.any(String),
        seq: 1,
        sender: { _id: chat.seeker.user.id, name: 'Ada Park', image: null },
        createdAt: expect.stringMatching(/Z$/),
        conversation: {
          _id: chat.id,
          with: { _id: chat.solver.user.id, name: 'Diego Fuentes', image: null },
          problem: { _id: expect.any(String), title: 'Our importer loses rows' },
        },
        snippet: { text: 'The importer loses rows when the file is large', ranges: [[13, 18]] },
      },
    ]);
    const [long] = (await search('q=webhook')).messages;
    expect(long && getMarked(long)).toEqual(['webhook']);
    expect(long?.snippet.text.length).toBeLessThan(300);
    expect(long?.snippet.text).toMatch(/^… .* …$/);
    const [found] = (await search('q=bold')).messages;
    expect(found?.snippet.text).toContain('x < y');
    expect(found?.snippet.text).not.toMatch(/&lt;|<mark/);
  });

  it('searches one conversation if it is given', async () => {
    const other = await createConversation(test, null, { seeker: chat.seeker });
    await sendAll(test, other.seeker, other.id, ['Another encoding']);
    expect((await search('q=encoding')).body).toMatchObject({ total: 3 });
    expect(await search(`q=encoding&conversation=${other.id}`)).toMatchObject({ seqs: [1], body: { total: 1 } });
    expect((await search(`q=encoding&conversation=${chat.id}`)).seqs).toEqual([4, 2]);
  });

  it('finds the current words of an edited message', async () => {
    const { body } = await send(test, chat.solver, { conversationId: chat.id, content: 'Kubernetes, perhaps' });
    const { _id } = body['message'] as { _id: string };
    expect((await search('q=kubernetes')).seqs).toHaveLength(1);
    await test.request('PUT', `/api/chat/messages/${_id}`, { as: chat.solver, payload: { content: 'Nomad, perhaps' } });
    expect((await search('q=kubernetes')).seqs).toEqual([]);
    expect((await search('q=nomad')).seqs).toHaveLength(1);
  });

  it.each([
    ['C++', 'We use C++ there', ['C++']],
    ['c#', 'Or C#, perhaps', ['C#']],
    ['.net', 'The .NET runtime', ['.NET']],
    ['nodejs', 'It runs on Node.js 20', ['Node.js']],
    ['resume', 'Your résumé is attached', ['résumé']],
    ['全文検索', '日本語の全文検索エンジン', ['全文検索']],
    ['gcc -O2', 'Try gcc -O2 main.c again', ['gcc', '-O2']],
    ['tar -xvf', 'With tar -xvf it stops', ['tar', '-xvf']],
    ['index.tsx', 'Look at src/pages/index.tsx:12', ['index.tsx']],
    ['index.tsx', 'Look at https://example.com/src/index.tsx?v=1', ['index.tsx']],
    ['node_modules', 'It is in /app/node_modules/react', ['node_modules']],
    ['useState', 'Call React.useState() once', ['useState']],
    ['18.2', 'It needs v18.2.0 now', ['v18.2.0']],
    ['18.2', 'Get node-v18.2.0.tar.gz', ['v18.2.0']],
    ['strasse', 'Die Straße fehlt', ['Straße']],
  ])('finds and marks technical terms: %s (product 2.44)', async (typed, content, marks) => {
    const other = await createConversation(test);
    await sendAll(test, other.seeker, other.id, ['Objective-C and the net', content]);
    const { messages } = await search(`q=${encodeURIComponent(typed)}`, other.solver);
    expect(messages.map((message) => [message.snippet.text, getMarked(message)])).toEqual([[content, marks]]);
  });

  it('shows the part of a long message that contains the term', async () => {
    const other = await createConversation(test);
    await sendAll(test, other.seeker, other.id, [`${'A long story. '.repeat(40)}Then C++ failed. ${'And so on. '.repeat(40)}`]);
    const [found] = (await search('q=C%2B%2B', other.solver)).messages;
    expect(found && getMarked(found)).toEqual(['C++']);
    expect(found?.snippet.text).toMatch(/^… .* …$/);
    expect(found?.snippet.text.length).toBeLessThan(300);
  });

  it('returns pages', async () => {
    const long = await createConversation(test);
    await sendAll(test, long.seeker, long.id, Array<string>(5).fill('Zebra'));
    expect(await search('q=zebra&limit=2&page=2', long.solver)).toMatchObject({
      seqs: [3, 2],
      body: { page: 2, limit: 2, totalPages: 3, total: 5 },
    });
  });

  it('finds nothing in other people’s conversations', async () => {
    const outsider = await test.signedIn('seeker');
    expect(await search('q=encoding', outsider)).toMatchObject({ status: 200, seqs: [], body: { total: 0 } });
    expect((await search(`q=encoding&conversation=${chat.id}`, outsider)).status).toBe(404);
  });
});

describe('GET /api/chat/conversations/:id/files', () => {
  const file = (name: string) => ({ field: 'files', name, content: Buffer.from(name) });
  const listFiles = (id: string, as: TestCaller, query = '') =>
    test.request('GET', `/api/chat/conversations/${id}/files${query}`, { as });

  it('lists files, newest first, with their messages', async () => {
    const { seeker, solver, id } = await createConversation(test);
    const signed = expect.stringContaining('signature=');
    expect((await listFiles(id, seeker)).body).toMatchObject({ files: [], totalPages: 1 });
    await send(test, seeker, { conversationId: id, content: 'Look', files: [file('a.txt'), file('b.txt')] });
    await sendAll(test, seeker, id, ['Nothing here']);
    await send(test, solver, { conversationId: id, content: null, files: [file('c.txt')] });
    expect((await listFiles(id, seeker, '?limit=2')).body).toMatchObject({
      page: 1,
      totalPages: 2,
      files: [
        { name: 'c.txt', size: 5, url: signed, message: { seq: 3, sender: { _id: solver.user.id } } },
        { name: 'a.txt', url: signed, message: { seq: 1, sender: { _id: seeker.user.id } } },
      ],
    });
    expect((await listFiles(id, solver, '?limit=2&page=2')).body).toMatchObject({ files: [{ name: 'b.txt' }] });
    expect((await listFiles(id, await test.signedIn('solver'))).status).toBe(404);
  });

  it('lists files of a server of the previous release, which does not set their position', async () => {
    const { seeker, id } = await createConversation(test);
    const sent = await send(test, seeker, { conversationId: id, content: null, files: [file('d.txt')] });
    const { _id: messageId } = sent.body['message'] as { _id: string };
    const [attached] = await test.db.delete(messageFiles).where(eq(messageFiles.messageId, messageId)).returning();
    const fileId = attached?.fileId ?? '';
    await test.db.execute(sql`INSERT INTO message_files (message_id, file_id, position) VALUES (${messageId}, ${fileId}, 0)`);
    const { body } = await listFiles(id, seeker);
    expect(body).toMatchObject({ files: [{ name: 'd.txt', message: { seq: 1 } }], totalPages: 1 });
  });
});
