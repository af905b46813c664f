import { queryClient } from '@solvent/http';
import { checkRemote } from '@solvent/testing/check-remote';
import { fakeApi } from '@solvent/testing/fake-api';
import description from '../remote.json' with { type: 'json' };
import { moduleKey } from './api/modules.ts';
import remote from './remote.tsx';
import { buildModuleDetail } from './testing/build-module.ts';

describe('the toolbox remote', () => {
  checkRemote(remote, description);

  it('requires a session to upload, edit, and see what is one’s own (product 2.1, 6.2)', () => {
    const own = description.paths.filter(({ session }) => session).map(({ path }) => path);
    expect(own).toEqual([
      '/toolbox/upload',
      '/toolbox/own',
      '/toolbox/saved',
      '/toolbox/purchased',
      '/toolbox/purchased/:purchaseId/receipt',
      '/toolbox/:moduleId/edit',
    ]);
  });

  it('preloads a module before its page opens (product 2.8)', async () => {
    const api = fakeApi({
      'GET /modules/m1': () => ({ module: buildModuleDetail() }),
      'GET /modules/m1/reviews': () => ({ reviews: [], total: 0, page: 1, limit: 10, totalPages: 0 }),
      'GET /modules/m1/related': () => ({ modules: [] }),
    });
    await (await remote.pages['module']?.())?.preload?.({ params: { moduleId: 'm1' }, search: new URLSearchParams() });
    expect(queryClient.getQueryData(moduleKey('m1'))).toMatchObject({ title: 'Chart Dashboard' });
    api.restore();
    queryClient.clear();
  });
});
