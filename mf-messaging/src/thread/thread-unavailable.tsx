import { LoadError } from '@solvent/kit';
import { lazyComponent } from '@solvent/ui';

const Failure = lazyComponent(() => import(/* webpackChunkName: "thread-parts" */ './thread-failures.tsx'));

interface ThreadUnavailableProps {
  error: Error;
  /** Whether it was to be opened or found by this very visit. */
  isOpening?: boolean;
  onRetry: () => void;
}

/** In place of a conversation: why there is none. Where not even that can be loaded, it is the connection. */
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
