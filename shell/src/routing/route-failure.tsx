import { useRouteError } from '@solvent/router';
import { useEffect } from 'react';
import { FailureCard } from '../remotes/failure-card.tsx';
import { useRemotes } from '../remotes/remotes-context.ts';
import { useRetry } from './use-retry.ts';

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
