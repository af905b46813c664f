import type { ChannelDocument } from '@solvent/federation/manifest';
import { useLocation, useNavigate, useNavigation, useRouteError } from '@solvent/router';
import { useEffect } from 'react';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { ownerOf } from '../remotes/channel.ts';
import { FailureCard } from '../remotes/failure-card.tsx';
import type { AppliedOverride } from '../remotes/overrides/kept-overrides.ts';
import { useRemotes } from '../remotes/remotes-context.ts';

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
    // Where the code did not come the router knows of no error, and says null. That failure is written down already.
    if (version && error !== null && error !== undefined) journal.addError(version, 'render', error);
  }, [loader, journal, owner, error]);
  const override = overrides.find(({ remote, refused }) => remote === owner && refused === null);
  return <FailureCard what="This page" busy={busy} onRetry={retry} override={override} />;
}

/** A remote that only this tab has, and whose build cannot be had: which paths are its nobody knows, so each may be. */
const newcomer = ({ remotes }: ChannelDocument, overrides: readonly AppliedOverride[]) =>
  overrides.find(
    ({ remote, missing }) => missing !== undefined && !remotes.some(({ name, paths }) => name === remote && paths.length > 0),
  )?.remote;

/**
 * Where a path ends that no route fits: nobody owns it, or its owner could not be loaded.
 */
export function UnmatchedPath() {
  const { pathname } = useLocation();
  const { channel, overrides } = useRemotes();
  const owner = ownerOf(channel, pathname)?.pin.name ?? newcomer(channel, overrides);
  return owner === undefined ? <NotFoundPage /> : <RouteFailure owner={owner} />;
}
