import { FailureCard } from '../remotes/failure-card.tsx';
import { useRetry } from './use-retry.ts';

/** In place of a page that could not be loaded or threw while it rendered. */
export function RouteFailure() {
  const { busy, retry } = useRetry();
  return <FailureCard what="This page" busy={busy} onRetry={retry} />;
}
