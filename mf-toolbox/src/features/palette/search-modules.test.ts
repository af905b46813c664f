import { buildModule } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { all, search } from './search-modules.ts';

it('finds modules, each with its author and the link to it (product 10.14)', async () => {
  const module = buildModule({ id: 'chat', title: 'Socket Chat', author: { _id: 'a', name: 'Lena Vogt', image: null } });
  const api = fakeApi({ 'GET /modules': () => ({ modules: [module] }) });
  const found = await search('socket', { limit: 5, signal: new AbortController().signal });
  expect(found).toEqual([{ to: '/toolbox/chat', label: 'Socket Chat', detail: 'Lena Vogt' }]);
  expect(api.requests.map(({ path, params }) => [path, params])).toEqual([['/modules', { search: 'socket', limit: 5 }]]);
  expect(all('a & b')).toEqual({ to: '/toolbox?search=a+%26+b', label: 'All modules with “a & b”' });
  api.restore();
});
