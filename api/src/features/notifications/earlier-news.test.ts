import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { notifications } from './schema.ts';
import { sharedBy } from './service.ts';
import { pair, send } from '../../testing/chat.ts';
import { migrationStatement } from '../../testing/migrations.ts';
import { buildModule } from '../../testing/modules.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const MOVED = migrationStatement('UPDATE "notifications"');

describe('an unread notification from before news were shared by one column', () => {
  it('of messages counts on', async () => {
    const { seeker, solver, id } = await pair(test);
    await send(test, seeker, { conversationId: id });
    await test.db.update(notifications).set({ sharedBy: null }).where(eq(notifications.userId, solver.user.id));
    await test.db.execute(sql.raw(MOVED));
    await send(test, seeker, { conversationId: id });
    const { body } = await test.ask('GET', '/api/notifications', { as: solver });
    expect(body['notifications']).toMatchObject([{ title: `2 new messages from ${seeker.user.name}` }]);
  });

  it('of a module is shared as the next one will be; what was read, and what stands alone, is left', async () => {
    const author = await test.signedIn('solver');
    const { id: moduleId } = await buildModule(test, author);
    const told = { userId: author.user.id, title: 'New sale', message: 'Sold.', createdAt: new Date() };
    await test.db.insert(notifications).values([
      { ...told, type: 'module_sold', moduleId },
      { ...told, type: 'module_sold', moduleId, read: true },
      { ...told, type: 'bid_accepted', conversationId: randomUUID() },
    ]);
    await test.db.execute(sql.raw(MOVED));
    const shared = await test.db.$count(notifications, eq(notifications.sharedBy, sharedBy({ type: 'module_sold', moduleId })));
    const alone = await test.db
      .select()
      .from(notifications)
      .where(sql`${notifications.userId} = ${author.user.id} AND ${notifications.sharedBy} IS NULL`);
    expect({ shared, alone: alone.length }).toEqual({ shared: 1, alone: 2 });
  });
});
