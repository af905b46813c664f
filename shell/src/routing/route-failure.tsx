import { DEVELOPMENT_CHANNEL } from '@solvent/federation/manifest';
import { onReconnect } from '@solvent/http';
import { useLocation, useNavigate, useNavigation, useRouteError } from '@solvent/router';
import { lazyComponent } from '@solvent/ui';
import { useEffect, useEffectEvent } from 'react';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { FailureCard } from '../remotes/failure-card.tsx';
import { isOriginOverride } from '../remotes/overrides/stored-overrides.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import type { Remotes } from '../remotes/remotes-context.ts';

/** Its code is there before a page with overrides is (bootstrap.tsx). */
const OverrideFailure = lazyComponent(
  () => import(/* webpackChunkName: "overrides" */ '../remotes/overrides/override-failure.tsx'),
);

/** Only loaded in development. */
const ErrorSource = lazyComponent(() => import(/* webpackChunkName: "development" */ '../remotes/development/error-source.tsx'));

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
  const { channel, loader, journal, overrides } = useRemotes();
  const { busy, retry } = useRetry();
  const error = useRouteError();
  useEffect(() => {
    const version = loader.getVersion(owner);
    // A load that failed is in the journal already, and is not written twice.
    if (version && error !== undefined && error !== null) journal.addError(version, 'render', error);
  }, [loader, journal, owner, error]);
  const reference = error ? journal.getReference(error) : undefined;
  const override = overrides.find(({ remote, refused }) => remote === owner && refused === null);
  const retryIfIdle = useEffectEvent(() => {
    if (!busy) retry();
  });
  useEffect(() => onReconnect(() => retryIfIdle()), []);
  const isInDevelopment = override ? isOriginOverride(override) : channel.channel === DEVELOPMENT_CHANNEL;
  const source = isInDevelopment && error ? <ErrorSource error={error} renderLoadError={() => null} /> : null;
  const card = { what: 'This page', busy, onRetry: retry, reference, source };
  return override ? (
    <OverrideFailure {...card} override={override} renderLoadError={() => <FailureCard {...card} />} />
  ) : (
    <FailureCard {...card} />
  );
}

/** A remote that only this tab has, and whose build is not available: which paths are its nobody knows, so each may be. */
const findUnavailableRemote = ({ pages, overrides }: Remotes) =>
  overrides.find(({ remote, missing }) => missing !== undefined && !pages.some(({ owner }) => owner === remote))?.remote;

/** Where a path ends that nobody owns. */
export function UnmatchedPath() {
  const owner = findUnavailableRemote(useRemotes());
  return owner === undefined ? <NotFoundPage /> : <RouteFailure owner={owner} />;
}
