import { LoadError } from '@solvent/kit';
import { lazyComponent } from '@solvent/ui';

const Failure = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './thread-failures.tsx'));

interface ThreadUnavailableProps {
  error: Error;
  /** Whether this visit tried to open or create it. */
  isOpening?: boolean;
  onRetry: () => void;
}

/** Shows why a conversation cannot be displayed. If even that code fails to load, the connection is the reason. */
export function ThreadUnavailable({ error, isOpening = false, onRetry }: ThreadUnavailableProps) {
  return (
    <Failure
      error={error}
      isOpening={isOpening}
      onRetry={onRetry}
      renderLoadError={() => (
        <LoadError size="page" title="The conversation could not be loaded" error={error} onRetry={onRetry} />
      )}
    />
  );
}
