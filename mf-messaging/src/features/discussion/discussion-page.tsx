import type { PageTarget } from '@solvent/federation';
import { preloadConversation } from '../../conversation/preload-conversations.ts';
import { Navigate, useLocation, useNavigation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { FillScreen } from '../../conversation/fill-screen.tsx';
import { discussedIds, discussionAddress } from './discussed-ids.ts';
import { Discussion } from './discussion.tsx';

export const preload = ({ search }: PageTarget) => preloadConversation(search.get('conversationId'));

/**
 * /problem/discussion (product 2.26): a public route, so the page itself sends the signed-out to sign in. It brings them back with
 * the ids in the query: the route's state does not come back. Without ids there are the conversations.
 */
export function Component() {
  const isLogin = useSession((session) => session.isLogin);
  const { state, search } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const ids = discussedIds(state, new URLSearchParams(search));
  if (!isLogin && isLeaving) return null;
  if (!isLogin) {
    const from = ids ? discussionAddress(ids) : '/conversations';
    return <Navigate to="/signin" replace state={{ from }} />;
  }
  if (!ids) return <Navigate to="/conversations" replace />;
  return (
    <FillScreen toTheEnd>
      <Discussion key={ids.conversationId} {...ids} />
    </FillScreen>
  );
}
