import { useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { OnceLoaded } from '../remotes/once-loaded.ts';
import { SlotFailureToast } from './slot-failure-toast.tsx';

interface LatePartProps {
  part: OnceLoaded<ComponentType>;
  /** While the code comes. */
  loading?: ReactNode;
  /** What a person is told when it does not come. */
  failure: string;
  /** Takes it back, so that the next click tries again. */
  onFailed: () => void;
}

/** A part of the frame whose code comes when it is first wanted. React's `lazy` would keep a failure, and take the page with it. */
export function LatePart({ part, loading = null, failure, onFailed }: LatePartProps) {
  const [Part, setPart] = useState(() => part.value());
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    part.load().then(
      (component) => setPart(() => component),
      () => setFailed(true),
    );
  }, [part]);
  if (failed) return <SlotFailureToast text={failure} onShown={onFailed} />;
  return Part ? <Part /> : loading;
}
