import { useBlocker } from '@solvent/router';
import { useEffect, useRef } from 'react';
import { loadAddress } from '../load-address.ts';
import { useRemotes } from '../remotes-context.ts';
import { watchRevision } from './newer-revision.ts';
import { watchPageUse } from './page-use.ts';

interface Place {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
}

interface Step {
  currentLocation: Place;
  nextLocation: Place;
  historyAction: string;
}

/** A link to another page that carries no more than its address: "Sign In" remembers where to come back to, and stays in the page. */
const isPlainStep = ({ currentLocation, nextLocation, historyAction }: Step) =>
  historyAction === 'PUSH' && nextLocation.pathname !== currentLocation.pathname && nextLocation.state === null;

/**
 * A page keeps the versions that it started with. Once a newer revision is live, following a link loads the next page
 * whole, and so takes it, where nothing is lost by it: not once anything was typed in this page.
 */
export function TakeNewerRevision() {
  const { revision } = useRemotes().channel;
  const isWanted = useRef((): boolean => false);

  useEffect(() => {
    const newer = watchRevision(revision);
    const use = watchPageUse();
    isWanted.current = () => newer.known() !== undefined && navigator.onLine && use.isFollowing() && !use.isTyped();
    return () => {
      newer.stop();
      use.stop();
    };
  }, [revision]);

  const blocker = useBlocker((step) => isWanted.current() && isPlainStep(step));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { pathname, search, hash } = blocker.location;
    loadAddress(pathname + search + hash);
  }, [blocker]);

  return null;
}
