import { buildProblem } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import { all, search } from './search-problems.ts';

it('finds problems by their text, each with its budget and address (product 10.14)', async () => {
  const problem = buildProblem({ _id: 'p7', title: 'Websocket drops messages', budget: 1250 });
  const api = fakeApi({ 'GET /problems': () => ({ problems: [problem] }) });
  const found = await search('socket', { limit: 5, signal: new AbortController().signal });
  expect(found).toEqual([{ to: '/view-problems/p7', label: 'Websocket drops messages', detail: '$1,250' }]);
  expect(api.requests.map(({ path, params }) => [path, params])).toEqual([['/problems', { search: 'socket', limit: 5 }]]);
  api.restore();
});

it('links to all problems with the text, at any price (product 10.14)', () => {
  expect(all('socket')).toEqual({ to: '/problems?q=socket&price=0-10000', label: 'All problems with “socket”' });
});
