import { createElement, useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import { toast } from '../toaster/toast.ts';

interface LazyProps {
  /** False while its code is not to be loaded yet; what is loaded already is shown all the same. */
  wanted?: boolean;
  /** Shown while the code is not there; nothing by default. */
  fallback?: ReactNode;
  /** The code did not load: for what opens by a click. It tells the person and closes, so that the next click tries again. */
  onLoadError?: () => void;
  /** Shown in its place when the code did not load. Without this and `onLoadError` the error goes to the nearest boundary. */
  renderLoadError?: (retry: () => void) => ReactNode;
}

/** A component whose code loads when it is first rendered. */
export type LazyComponent<Props> = FunctionComponent<Props & LazyProps> & {
  /** Loads the code before it is rendered, as when its button is hovered. A failure is told when it is rendered. */
  preload: () => Promise<void>;
};

/**
 * Makes a component of a module that is loaded late and exports it as `Component`. Once loaded it is there at the first
 * render, so that a page one comes back to has its height at once; a failure is forgotten, so that a retry really retries.
 * `React.lazy` does neither, and `Suspense` holds back for up to 300 ms what is ready sooner.
 *
 * @param load such as `() => import('./bid-dialog.tsx')`
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ Component: ComponentType<Props> }>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;
  const request = () =>
    (pending ??= load()
      .then(({ Component }) => (loaded = Component))
      .finally(() => (pending = undefined)));

  function Lazy({ wanted = true, fallback = null, onLoadError, renderLoadError, ...props }: LazyProps) {
    const [Component, setComponent] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    const fail = useEffectEvent((error: unknown) => (onLoadError ? onLoadError() : setFailure({ error })));

    useEffect(() => {
      if (!wanted || Component || failure) return;
      let isCurrent = true;
      request().then(
        (component) => isCurrent && setComponent(() => component),
        (error: unknown) => isCurrent && fail(error),
      );
      return () => {
        isCurrent = false;
      };
    }, [wanted, Component, failure]);

    // What is left of the props are those of the component.
    if (Component) return createElement(Component, props as Props);
    if (!failure) return fallback;
    if (renderLoadError) return renderLoadError(() => setFailure(undefined));
    throw failure.error;
  }

  return Object.assign(Lazy, { preload: () => request().then(ignore, ignore) });
}

const ignore = () => undefined;

/**
 * Whether a dialog is open whose code loads with its first opening: give `onLoadError` to its lazy component.
 *
 * @param failure what a person is told when the code does not load
 */
export function useDialogState(failure = 'The dialog could not be loaded. Please try again.') {
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    onLoadError: () => {
      setOpen(false);
      toast.error(failure);
    },
  };
}
