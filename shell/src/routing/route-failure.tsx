import { onReconnect } from '@solvent/http';
import { useLocation, useNavigate, useNavigation, useRouteError } from '@solvent/router';
import { useEffect, useEffectEvent } from 'react';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { FailureCard } from '../remotes/failure-card.tsx';
import { useRemotes } from '../remotes/remotes-context.ts';
import type { Remotes } from '../remotes/remotes-context.ts';

/** Goes to the same address again: its code and routes are asked for anew. */
function useRetry(): { busy: boolean; retry: () => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  return { busy, retry: () => void navigate({ pathname, search, hash }, { replace: true, state }) };
}

/**
 * In place of a page that could not be loaded or threw while it rendered.
 *
 * @param owner the remote that it is of, or `shell`
 */
export function RouteFailure({ owner }: { owner: string }) {
  const { loader, journal, overrides } = useRemotes();
  const { busy, retry } = useRetry();
  const error = useRouteError();
  useEffect(() => {
    const version = loader.versionOf(owner);
    // A load that failed is in the journal already, and is not written twice.
    if (version && error !== undefined && error !== null) journal.addError(version, 'render', error);
  }, [loader, journal, owner, error]);
  const running = loader.versionOf(owner);
  const reference = running && error ? journal.referenceOf(running, error) : undefined;
  const override = overrides.find(({ remote, refused }) => remote === owner && refused === null);
  const retryOnce = useEffectEvent(() => {
    if (!busy) retry();
  });
  useEffect(() => onReconnect(() => retryOnce()), []);
  return <FailureCard what="This page" busy={busy} onRetry={retry} override={override} reference={reference} />;
}

/** A remote that only this tab has, and whose build is not available: which paths are its nobody knows, so each may be. */
const newcomer = ({ pages, overrides }: Remotes) =>
  overrides.find(({ remote, missing }) => missing !== undefined && !pages.some(({ owner }) => owner === remote))?.remote;

/** Where a path ends that nobody owns. */
export function UnmatchedPath() {
  const owner = newcomer(useRemotes());
  return owner === undefined ? <NotFoundPage /> : <RouteFailure owner={owner} />;
}
