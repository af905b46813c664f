import { fakeApi } from '@solvent/testing/fake-api';
import { search } from './search-people.ts';

const DIEGO = { _id: 'd', name: 'Diego Sockets', image: null, role: 'solver', headline: 'Realtime all day' };
const SOFIA = { ...DIEGO, _id: 's', name: 'Sofia Socket', headline: '' };

it('finds people with headline and profile link (product 10.14)', async () => {
  const api = fakeApi({ 'GET /auth/profiles': () => ({ users: [DIEGO, SOFIA] }) });
  const found = await search('socket', { limit: 5, signal: new AbortController().signal });
  expect(found).toEqual([
    { to: '/profile/d', label: 'Diego Sockets', detail: 'Realtime all day' },
    { to: '/profile/s', label: 'Sofia Socket' },
  ]);
  expect(api.requests.map(({ path, params }) => [path, params])).toEqual([['/auth/profiles', { search: 'socket' }]]);
  api.restore();
});
