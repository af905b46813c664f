import { queryClient } from '@solvent/http';
import { clearSession } from '@solvent/store';
import { checkRemote } from '@solvent/testing/check-remote';
import { buildConversation, signInAs } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import description from '../remote.json' with { type: 'json' };
import remote from './remote.tsx';

const preload = async (path: string, search: string) => {
  const named = description.paths.find((one) => one.path === path)?.page ?? '';
  const page = await remote.pages[named]?.();
  await page?.preload?.({ params: {}, search: new URLSearchParams(search) });
};

describe('the messaging remote', () => {
  checkRemote(remote, description);

  it('requires a session for conversations and notifications, not for the discussion (product 2.1, 2.26, 6.2)', () => {
    const own = description.paths.filter(({ session }) => session).map(({ path }) => path);
    expect(own).toEqual(['/conversations', '/notifications']);
  });
});

describe('the preload of a page (product 2.8)', () => {
  let api: ReturnType<typeof fakeApi>;
  beforeEach(() => {
    api = fakeApi({
      'GET /chat/conversations': () => ({ conversations: [], unreadCount: 0, page: 1, limit: 10, totalPages: 1 }),
      'GET /chat/conversations/:id': () => ({ conversation: buildConversation({ _id: 'c1' }) }),
    });
  });
  afterEach(() => {
    api.restore();
    queryClient.clear();
    clearSession();
  });
  const requests = () => api.requests.map(({ path, params }) => [path, params]);

  it.each<[string, string, unknown[]]>([
    ['/conversations', '', [['/chat/conversations', { page: 1, limit: 10 }]]],
    [
      '/conversations',
      'conversation=c1&search=diego',
      [
        ['/chat/conversations', { page: 1, limit: 10, search: 'diego' }],
        ['/chat/conversations/c1', {}],
      ],
    ],
    ['/problem/discussion', 'conversationId=c1', [['/chat/conversations/c1', {}]]],
    ['/problem/discussion', '', []],
  ])('fetches what %s?%s shows', async (path, search, expected) => {
    signInAs({ _id: 'user-ada' });
    await preload(path, search);
    expect(requests()).toEqual(expected);
  });

  it('fetches nothing for a visitor', async () => {
    for (const path of ['/conversations', '/problem/discussion']) await preload(path, 'conversation=c1&conversationId=c1');
    expect(requests()).toEqual([]);
  });
});
