import { buildModule } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { search } from './search-modules.ts';

it('finds modules, each with its author and the link to it (product 10.14)', async () => {
  const module = buildModule({ title: 'Socket Chat', author: { _id: 'a', name: 'Lena Vogt', image: null } });
  const api = fakeApi({ 'GET /modules': () => ({ modules: [module] }) });
  const found = await search('socket', { limit: 5, signal: new AbortController().signal });
  expect(found).toEqual([{ to: '/toolbox?search=Socket+Chat', label: 'Socket Chat', detail: 'Lena Vogt' }]);
  expect(api.requests.map(({ path, params }) => [path, params])).toEqual([['/modules', { search: 'socket', limit: 5 }]]);
  api.restore();
});
