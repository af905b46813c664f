import { eq } from 'drizzle-orm';
import { CHAT } from '@solvent/contracts';
import { messageReports, messages } from '../../schema/index.ts';
import { createConversation, sendAll } from '../../testing/chat.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { findMessageReports } from './reports.ts';

const test = setUpTestApp();

const report = (as: TestCaller, id: string, reason = 'abuse', description = 'They insult me.') =>
  test.request('POST', `/api/chat/messages/${id}/reports`, { as, payload: { reason, description } });

it('a message is reported by its recipient, also after edits and its deletion (product 4.34)', async () => {
  const { seeker, solver, id: conversationId } = await createConversation(test);
  const [message] = await sendAll(test, seeker, conversationId, ['You fool']);
  const id = message?._id ?? '';
  const path = `/api/chat/messages/${id}`;
  await test.request('PUT', path, { as: seeker, payload: { content: 'You friend' } });
  await test.request('DELETE', path, { as: seeker });
  expect(await report(seeker, id)).toMatchObject({ status: 409, body: { message: 'You can’t report your own message.' } });
  expect((await report(await test.signedIn('solver'), id)).status).toBe(404);
  expect((await report(solver, id, 'boredom')).status).toBe(422);
  expect((await report(solver, id)).status).toBe(201);
  const reportedAt = new Date(Date.now() - DAY_MS);
  await test.db.update(messageReports).set({ createdAt: reportedAt });
  expect((await report(solver, id, 'spam', '')).status).toBe(201);
  const found = await findMessageReports(test.db, eq(messageReports.messageId, id));
  expect(found).toMatchObject([
    {
      messageId: id,
      reportedAt,
      reason: 'spam',
      description: '',
      sender: seeker.user.name,
      reporter: solver.user.name,
      content: '',
    },
  ]);
  expect(found[0]?.versions.map(({ content }) => content)).toEqual(['You fool', 'You friend']);

  const tooLate = new Date(Date.now() - CHAT.keptDays * DAY_MS - 1000);
  await test.db.update(messages).set({ deletedAt: tooLate }).where(eq(messages.id, id));
  expect(await report(solver, id)).toMatchObject({
    status: 409,
    body: { message: 'A deleted message can be reported for 30 days.' },
  });
});
