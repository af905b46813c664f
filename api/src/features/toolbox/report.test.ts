import { eq } from 'drizzle-orm';
import { moduleReports } from './schema.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildModule } from '../../testing/modules.ts';

let test: TestApp;
let author: TestCaller;
let moduleId: string;
beforeAll(async () => {
  test = await createTestApp();
  author = await test.signedIn('solver');
});
beforeEach(async () => {
  moduleId = (await buildModule(test, author)).id;
});
afterAll(() => test.close());

const report = (as: TestCaller | undefined, payload?: object) =>
  test.ask('POST', `/api/modules/${moduleId}/reports`, { as, ...(payload && { payload }) });
const kept = () => test.db.select().from(moduleReports).where(eq(moduleReports.moduleId, moduleId));

describe('POST /api/modules/:id/reports', () => {
  it.each(['bugs', 'compatibility', 'documentation', 'security', 'other'])(
    'keeps that there is something: %s',
    async (reason) => {
      const maya = await test.signedIn('seeker');
      const answer = await report(maya, { reason, description: '  It does not start. ' });
      expect(answer).toMatchObject({ status: 201, body: { status: true } });
      expect(await kept()).toMatchObject([{ userId: maya.user.id, reason, description: 'It does not start.' }]);
    },
  );

  it('may be empty, and comes from visitors, too', async () => {
    expect((await report(undefined)).status).toBe(201);
    expect((await report(undefined, {})).status).toBe(201);
    expect(await kept()).toMatchObject([
      { userId: null, reason: null, description: '' },
      { userId: null, reason: null, description: '' },
    ]);
  });

  it.each([
    [{ reason: 'boring' }, { reason: 'There is no such reason' }],
    [{ description: 'x'.repeat(2001) }, { description: 'A description cannot exceed 2,000 characters' }],
  ])('refuses %j', async (payload, errors) => {
    expect(await report(undefined, payload)).toMatchObject({ status: 422, body: { errors } });
    expect(await kept()).toEqual([]);
  });

  it('is not for one’s own module', async () => {
    expect(await report(author, {})).toMatchObject({
      status: 409,
      body: { message: 'This is your own module: you can change or unpublish it.' },
    });
    expect(await kept()).toEqual([]);
  });

  it('ignores what only the server decides', async () => {
    await report(undefined, { userId: author.user.id, moduleId: author.user.id, createdAt: '2020-01-01T00:00:00.000Z' });
    const [row] = await kept();
    expect(row?.userId).toBeNull();
    expect(Date.now() - (row?.createdAt.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it('is taken five times an hour from one network address', async () => {
    const limited = await createTestApp({ config: { rateLimitFactor: 1 } });
    const { id } = await buildModule(limited, await limited.signedIn('solver'));
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await limited.ask('POST', `/api/modules/${id}/reports`)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    await limited.close();
  });
});
