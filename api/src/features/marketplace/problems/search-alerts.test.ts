import { asc, desc, eq } from 'drizzle-orm';
import { setUpEach } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildProblem } from '../../../testing/problems.ts';
import { notifications, personBlocks, savedSearches } from '../../../schema/index.ts';
import { mail } from '../../../platform/schema.ts';
import { sendSearchAlerts } from './search-alerts.ts';

const test = setUpTestApp({ config: { publicUrl: 'https://solvent.example' } });

describe('alerts of saved searches (product 4.39)', () => {
  let posterId: string;
  let now: Date;
  const solver = setUpEach(() => test.signedIn('solver'));
  beforeEach(async () => {
    posterId = (await test.user()).id;
    now = new Date();
  });

  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
  const save = async (name: string, query: object, alerts?: string) => {
    const { body } = await test.request('POST', '/api/problems/searches', { as: solver, payload: { name, query, alerts } });
    return body['search'] as { _id: string; alerts: string };
  };
  const change = (id: string, alerts: string, as = solver) =>
    test.request('PUT', `/api/problems/searches/${id}`, { as, payload: { alerts } });
  const post = (title: string, given = {}) =>
    buildProblem(test.db, posterId, { title, tags: ['Elixir'], createdAt: minutes(5), ...given });
  const run = (at: number) => sendSearchAlerts(test.deps, minutes(at));
  const alerts = () =>
    test.db.select().from(notifications).where(eq(notifications.userId, solver.user.id)).orderBy(asc(notifications.title));

  it('reports new open problems of others once, by their search, and adds to an unread report', async () => {
    await save('Elixir at work', { tags: 'Elixir', price_max: 500 }, 'on');
    expect(await save('Silent', { tags: 'Elixir' })).toMatchObject({ alerts: 'off' });
    const blocked = await test.user();
    await test.db.insert(personBlocks).values({ blockerId: blocked.id, blockedId: solver.user.id, createdAt: now });
    await post('Older', { createdAt: minutes(-5) });
    for (const status of ['closed', 'solved', 'in-progress'] as const) await post(status, { status });
    await post('Expensive', { budget: 501 });
    await post('Taken down', { takenDownAt: now });
    await post('Blocked', { userId: blocked.id });
    await post('Own', { userId: solver.user.id });
    await post('Other', { tags: ['Ada'] });
    await run(10);
    expect(await alerts()).toEqual([]);
    await post('Queue grows', { createdAt: minutes(11) });
    await run(70);
    await run(130);
    const report = { type: 'search_matched', path: '/problems?tags=Elixir&price=0-500', actorId: null };
    expect(await alerts()).toMatchObject([
      { ...report, title: '1 new problem matches "Elixir at work"', message: 'Newest: "Queue grows"' },
    ]);
    await post('Supervisor restarts', { createdAt: minutes(140) });
    await post('Node is lost', { createdAt: minutes(141) });
    await run(190);
    expect(await alerts()).toMatchObject([
      { ...report, title: '3 new problems match "Elixir at work"', message: 'Newest: "Node is lost"' },
    ]);
    const { body } = await test.request('GET', '/api/notifications', { as: solver });
    expect(body['notifications']).toMatchObject([{ type: 'search_matched', data: { path: report.path }, actor: null }]);
  });

  it('leaves a problem of the last minute, which may be stored later than its time, to the next run', async () => {
    await save('All', { search: 'unheard' }, 'on');
    await post('Unheard of', { createdAt: minutes(60) });
    await run(60.5);
    expect(await alerts()).toEqual([]);
    await run(120);
    expect(await alerts()).toHaveLength(1);
  });

  it('sends one email for all searches that ask for it, unless they are turned off meanwhile', async () => {
    const [first, second] = [
      await save('One', { search: 'mailed' }, 'email'),
      await save('Two', { search: 'mailed', status: 'open' }, 'on'),
    ];
    expect((await change(second._id, 'email')).body['search']).toMatchObject({ name: 'Two', alerts: 'email' });
    const third = await save('Three', { search: 'mailed', sort: 'bids' }, 'email');
    await post('Mailed');
    await run(10);
    expect(await alerts()).toHaveLength(3);
    await change(third._id, 'on');
    await test.runJobs();
    const emails = await test.db.select().from(mail).where(eq(mail.to, solver.user.email)).orderBy(desc(mail.at));
    expect(emails).toMatchObject([{ subject: 'New problems match your saved searches' }]);
    expect(emails[0]).toMatchObject({ link: 'https://solvent.example/problems#saved-searches' });
    expect(emails[0]?.text).toContain(
      '1 new problem matches "One"\nNewest: "Mailed"\nhttps://solvent.example/problems?q=mailed&price=0-10000\n\n',
    );
    expect(emails[0]?.text).toContain('1 new problem matches "Two"');
    expect(emails[0]?.text).not.toContain('"Three"');
    expect(emails[0]?.text).toMatch(/\n\nTo stop these emails, choose "No alerts" or "Notify me" under "Saved searches":$/);
    expect((await change(first._id, 'off')).status).toBe(200);
    expect((await change(first._id, 'off', await test.signedIn('solver'))).status).toBe(404);
  });

  it('begins anew when alerts are turned on again, and keeps the time when they change', async () => {
    const { _id: id } = await save('Again', { tags: 'Elixir' }, 'on');
    const checkedAt = async () => (await test.db.select().from(savedSearches).where(eq(savedSearches.id, id)))[0]?.checkedAt;
    await run(-60);
    const since = await checkedAt();
    await change(id, 'email');
    expect(await checkedAt()).toEqual(since);
    await test.db
      .update(savedSearches)
      .set({ checkedAt: minutes(-999) })
      .where(eq(savedSearches.id, id));
    await change(id, 'off');
    await change(id, 'on');
    expect((await checkedAt())?.getTime()).toBeGreaterThanOrEqual(now.getTime());
  });
});
