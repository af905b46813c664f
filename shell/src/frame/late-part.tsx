import { toast, useDeferredComponent } from '@solvent/ui';
import type { LoadComponent } from '@solvent/ui';
import type { ReactNode } from 'react';

interface LatePartProps {
  load: LoadComponent<object>;
  /** While the code comes. */
  loading?: ReactNode;
  /** What a person is told when it does not come. */
  failure: string;
  /** Takes it back, so that the next click tries again. */
  onFailed: () => void;
}

/** A part of the frame whose code comes when it is first wanted. */
export function LatePart({ load, loading = null, failure, onFailed }: LatePartProps) {
  const { Component } = useDeferredComponent(load, true, () => {
    toast.error(failure);
    onFailed();
  });
  return Component ? <Component /> : loading;
}
