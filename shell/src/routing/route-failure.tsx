import { DEVELOPMENT_CHANNEL } from '@solvent/federation/manifest';
import { onReconnect } from '@solvent/http';
import { useLocation, useNavigate, useNavigation, useRouteError } from '@solvent/router';
import { EmptyState, lazyComponent, LinkButton } from '@solvent/ui';
import { Compass } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { FailureCard } from '../remotes/failure-card.tsx';
import { isOriginOverride } from '../remotes/overrides/stored-overrides.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import type { Remotes } from '../remotes/remotes-context.ts';

/** bootstrap.tsx loads this chunk first if the tab has overrides. */
const OverrideFailure = lazyComponent(
  () => import(/* webpackChunkName: "overrides" */ '../remotes/overrides/override-failure.tsx'),
);

const ErrorSource = lazyComponent(() => import(/* webpackChunkName: "development" */ '../remotes/development/error-source.tsx'));

function useRetry(): { busy: boolean; retry: () => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  return { busy, retry: () => void navigate({ pathname, search, hash }, { replace: true, state }) };
}

/** Replaces a page that failed to load or threw while rendering. @param owner name of a remote, or `shell` */
export function RouteFailure({ owner }: { owner: string }) {
  const { channel, loader, journal, overrides } = useRemotes();
  const { busy, retry } = useRetry();
  const error = useRouteError();
  useEffect(() => {
    const version = loader.getVersion(owner);
    // The journal ignores an error that the loader has recorded.
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
  const card = { subject: 'This page', busy, onRetry: retry, reference, source };
  return override ? (
    <OverrideFailure {...card} override={override} renderLoadError={() => <FailureCard {...card} />} />
  ) : (
    <FailureCard {...card} />
  );
}

/** Finds an unavailable override of a remote without known paths: any unmatched path may belong to it. */
const findUnavailableRemote = ({ pages, overrides }: Remotes) =>
  overrides.find(({ remote, missing }) => missing !== undefined && !pages.some(({ owner }) => owner === remote))?.remote;

/** Shown for an unknown path (product 2.1, 2.40). */
function NotFoundPage() {
  return (
    <EmptyState
      as="h1"
      icon={Compass}
      title="Page not found"
      text="The page you're looking for doesn't exist or has moved."
      action={<LinkButton to="/home">Back to home</LinkButton>}
    />
  );
}

export function UnmatchedPath() {
  const owner = findUnavailableRemote(useRemotes());
  return owner === undefined ? <NotFoundPage /> : <RouteFailure owner={owner} />;
}
