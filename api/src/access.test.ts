import type { InjectOptions } from 'fastify';
import type { Access } from './access.ts';
import { documentedRoutes } from './testing/routes.ts';
import { putLive, releasesInFolder } from './testing/releases.ts';
import type { TestReleases } from './testing/releases.ts';
import { createTestApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';

/** Who may call what. A route that is not named here fails the test. */
const ROUTES: Record<string, Access | 'no access header'> = {
  'POST /api/auth/signup': 'anyone',
  'POST /api/auth/login': 'anyone',
  'POST /api/auth/social-auth': 'anyone',
  'POST /api/auth/verify-email': 'anyone',
  'POST /api/auth/reset-password': 'anyone',
  'PUT /api/auth/password': 'signed-in',
  'GET /api/auth/sign-in-methods': 'signed-in',
  'PUT /api/auth/device-token': 'signed-in',
  'POST /api/auth/logout': 'signed-in',
  'GET /api/auth/sessions': 'signed-in',
  'DELETE /api/auth/sessions': 'signed-in',
  'DELETE /api/auth/sessions/{id}': 'signed-in',
  'GET /api/auth/profile': 'signed-in',
  'GET /api/auth/profile/{id}': 'anyone',
  'PUT /api/auth/profile/{id}/block': 'signed-in',
  'DELETE /api/auth/profile/{id}/block': 'signed-in',
  'GET /api/auth/blocks': 'signed-in',
  'GET /api/auth/profiles': 'anyone',
  'PUT /api/auth/profile': 'signed-in',
  'PATCH /api/auth/profile': 'signed-in',
  'POST /api/file-upload': 'signed-in',
  'PUT /api/auth/switch-role': 'signed-in',
  'GET /api/auth/export': 'signed-in',
  'POST /api/auth/delete-account': 'signed-in',
  'GET /api/problems': 'anyone',
  'POST /api/problems': 'seeker',
  'GET /api/problems/categories': 'anyone',
  'GET /api/problems/user': 'anyone',
  'GET /api/problems/saved': 'signed-in',
  'GET /api/problems/searches': 'signed-in',
  'POST /api/problems/searches': 'signed-in',
  'DELETE /api/problems/searches/{id}': 'signed-in',
  'GET /api/problems/similar': 'anyone',
  'GET /api/problems/{id}': 'anyone',
  'GET /api/problems/{id}/timeline': 'anyone',
  'PUT /api/problems/{id}': 'signed-in',
  'PUT /api/problems/{id}/save': 'signed-in',
  'DELETE /api/problems/{id}/save': 'signed-in',
  'POST /api/problems/{id}/reports': 'signed-in',
  'DELETE /api/problems/{id}': 'signed-in',
  'PUT /api/problems/{id}/status': 'signed-in',
  'GET /api/bids': 'anyone',
  'POST /api/bids': 'solver',
  'PUT /api/bids/{id}': 'signed-in',
  'PUT /api/bids/{id}/withdraw': 'signed-in',
  'PUT /api/bids/{id}/accept': 'signed-in',
  'PUT /api/bids/{id}/reject': 'signed-in',
  'GET /api/agreements': 'signed-in',
  'GET /api/agreements/{id}': 'signed-in',
  'PUT /api/agreements/{id}/deliver': 'signed-in',
  'POST /api/agreements/{id}/changes': 'signed-in',
  'PUT /api/agreements/{id}/changes/{changeId}': 'signed-in',
  'PUT /api/agreements/{id}/paid': 'signed-in',
  'PUT /api/agreements/{id}/received': 'signed-in',
  'POST /api/agreements/{id}/dispute': 'signed-in',
  'PUT /api/agreements/{id}/dispute': 'signed-in',
  'DELETE /api/agreements/{id}/dispute': 'signed-in',
  'PUT /api/bids/{id}/shortlist': 'signed-in',
  'GET /api/problems/inviting': 'signed-in',
  'GET /api/problems/{id}/suggested-solvers': 'signed-in',
  'GET /api/problems/{id}/invitations': 'signed-in',
  'POST /api/problems/{id}/invitations': 'signed-in',
  'GET /api/problems/{id}/comments': 'anyone',
  'POST /api/problems/{id}/comments': 'signed-in',
  'PUT /api/comments/{id}': 'signed-in',
  'DELETE /api/comments/{id}': 'signed-in',
  'PUT /api/comments/{id}/pin': 'signed-in',
  'POST /api/problems/{id}/reviews': 'signed-in',
  'GET /api/home': 'signed-in',
  'GET /api/chat/conversations': 'signed-in',
  'POST /api/chat/conversations': 'signed-in',
  'GET /api/chat/conversations/{id}': 'signed-in',
  'PUT /api/chat/conversations/{id}/read': 'signed-in',
  'GET /api/chat/conversations/{id}/files': 'signed-in',
  'GET /api/chat/search': 'signed-in',
  'GET /api/chat/messages/{id}': 'signed-in',
  'PUT /api/chat/messages/{id}': 'signed-in',
  'PUT /api/chat/messages/{id}/reactions/{emoji}': 'signed-in',
  'DELETE /api/chat/messages/{id}/reactions/{emoji}': 'signed-in',
  'POST /api/chat/messages': 'signed-in',
  'GET /api/notifications': 'signed-in',
  'PUT /api/notifications/read-all': 'signed-in',
  'PUT /api/notifications/{id}': 'signed-in',
  'PUT /api/notifications/{id}/read': 'signed-in',
  'DELETE /api/notifications/clear-all': 'signed-in',
  'POST /api/contact': 'anyone',
  'POST /api/runtime-reports': 'anyone',
  'POST /api/csp-reports': 'no access header',
  'GET /api/modules': 'anyone',
  'POST /api/modules': 'signed-in',
  'GET /api/modules/own': 'signed-in',
  'PUT /api/modules/own/contact': 'signed-in',
  'DELETE /api/modules/uploads/{key}': 'signed-in',
  'PUT /api/modules/{id}': 'signed-in',
  'PUT /api/modules/{id}/status': 'signed-in',
  'DELETE /api/modules/{id}': 'signed-in',
  'POST /api/modules/{id}/versions': 'signed-in',
  'GET /api/modules/saved': 'signed-in',
  'GET /api/modules/purchased': 'signed-in',
  'GET /api/modules/purchased/{id}': 'signed-in',
  'GET /api/modules/{id}': 'anyone',
  'GET /api/modules/{id}/files': 'anyone',
  'GET /api/modules/{id}/related': 'anyone',
  'PUT /api/modules/{id}/save': 'signed-in',
  'DELETE /api/modules/{id}/save': 'signed-in',
  'POST /api/modules/{id}/purchase': 'signed-in',
  'GET /api/modules/{id}/download': 'anyone',
  'GET /api/modules/{id}/reviews': 'anyone',
  'POST /api/modules/{id}/reviews': 'signed-in',
  'PUT /api/modules/{id}/reviews/{reviewId}/answer': 'signed-in',
  'POST /api/modules/{id}/reports': 'anyone',
  'GET /api/files/{id}': 'no access header',
  'GET /api/files/{id}/link': 'signed-in',
  'GET /api/problems/{id}/card.png': 'no access header',
  'GET /api/modules/{id}/card.png': 'no access header',
  'GET /api/modules/{id}/archive.zip': 'no access header',
  'GET /api/auth/profile/{id}/card.png': 'no access header',
  'GET /api/health/live': 'no access header',
  'GET /api/health/ready': 'no access header',
  'GET /api/health/address': 'no access header',
};
const MISSING_ID = '00000000-0000-7000-8000-000000000000';
/** Without it, these answer what is one's own. */
const QUERIES: Record<string, string> = {
  'GET /api/problems/user': `?userId=${MISSING_ID}`,
  'GET /api/bids': `?problemId=${MISSING_ID}`,
  'GET /api/chat/search': '?q=word',
};

let releases: TestReleases;
let test: TestApp;
beforeAll(async () => {
  releases = await releasesInFolder();
  await putLive(releases.where);
  test = await createTestApp({ config: { releases: releases.where } });
});
afterAll(async () => {
  await test.close();
  await releases.close();
});

function requestFor(route: string): InjectOptions {
  const [method = '', path = ''] = route.split(' ');
  return { method, url: path.replaceAll(/\{\w+\}/g, MISSING_ID) + (QUERIES[route] ?? '') };
}

async function statusOf(route: string, headers: Record<string, string>): Promise<number> {
  return (await test.app.inject({ ...requestFor(route), headers })).statusCode;
}

const client = { 'x-app-key': 'solvent-web' };
const having = (...kinds: string[]) => Object.keys(ROUTES).filter((route) => kinds.includes(ROUTES[route] ?? ''));

describe('every route', () => {
  it('is named here', async () => {
    const registered = (await documentedRoutes(test)).map(({ method, path }) => `${method} ${path}`);
    expect(registered.toSorted((one, other) => one.localeCompare(other))).toEqual(
      Object.keys(ROUTES).toSorted((one, other) => one.localeCompare(other)),
    );
  });

  it.each(having('anyone', 'signed-in', 'seeker', 'solver'))('%s wants the access header', async (route) => {
    expect(await statusOf(route, {})).toBe(403);
  });

  it.each(having('anyone'))('%s lets the signed-out and a stale session through', async (route) => {
    const refusals = [401, 403];
    expect(refusals).not.toContain(await statusOf(route, client));
    expect(refusals).not.toContain(await statusOf(route, { ...client, authorization: 'Bearer made-up' }));
  });

  it.each(having('signed-in', 'seeker', 'solver'))('%s wants a session, and no made-up one', async (route) => {
    expect(await statusOf(route, client)).toBe(401);
    expect(await statusOf(route, { ...client, authorization: 'Bearer made-up' })).toBe(401);
  });

  it.each(having('seeker', 'solver'))('%s wants its role', async (route) => {
    const wrong = await test.signedIn(ROUTES[route] === 'seeker' ? 'solver' : 'seeker');
    expect(await statusOf(route, { ...client, ...wrong.headers })).toBe(403);
  });

  it('answers with what no browser and nobody on the way keeps, whoever asks', async () => {
    const { headers } = await test.signedIn('solver');
    for (const route of Object.keys(ROUTES).filter((name) => name.startsWith('GET '))) {
      const answer = await test.app.inject({ ...requestFor(route), headers: { ...client, ...headers } });
      expect([route, answer.headers['cache-control']]).toEqual([route, 'no-store']);
    }
  });

  it.each(having('no access header'))('%s is open', async (route) => {
    expect([200, 204, 404]).toContain(await statusOf(route, {}));
  });
});
