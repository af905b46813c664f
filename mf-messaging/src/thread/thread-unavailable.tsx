import { LoadError } from '@solvent/kit';
import { lazyComponent } from '@solvent/ui';

const Failure = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './thread-failures.tsx'));

interface ThreadUnavailableProps {
  error: Error;
  isOpening?: boolean;
  onRetry: () => void;
}

/** Shown instead of the thread. If the code of the failure view cannot be loaded either, the connection is lost. */
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
