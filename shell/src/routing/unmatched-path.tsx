import { useLocation } from '@solvent/router';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { ownerOf } from '../remotes/channel.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import { RouteFailure } from './route-failure.tsx';

/**
 * Where a path ends that no route fits: nobody owns it, or its owner could not be loaded.
 */
export function UnmatchedPath() {
  const { pathname } = useLocation();
  const { channel } = useRemotes();
  const owner = ownerOf(channel, pathname);
  return owner ? <RouteFailure owner={owner.pin.name} /> : <NotFoundPage />;
}
