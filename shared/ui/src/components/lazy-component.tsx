import { createElement, Suspense, use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import { toast } from '../toaster/toast.ts';
import { useHydrated } from './use-hydrated.ts';

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

/** A late part: what it is shown with, and what its own component is given. */
interface DeferredProps<Props> extends Required<Pick<LazyProps, 'wanted' | 'fallback'>> {
  onLoadError: LazyProps['onLoadError'];
  renderLoadError: LazyProps['renderLoadError'];
  props: Props;
}

interface ContentProps extends LazyProps {
  onMount: () => void;
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
 * On a server it waits for the code, and the page has what it shows. A browser that takes such a page over keeps that, as it is,
 * until the code is there: for this alone it suspends.
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
  let hydrationPromise: Promise<ComponentType<Props>> | undefined;
  /** Also its failure is kept: React, which asks again and again, then draws the place anew, as where no server made the page. */
  const loadForHydration = () => (hydrationPromise ??= request());

  const Suspending = ({ props }: { props: Props }) => createElement(use(loadForHydration()), props);

  function Deferred({ wanted, fallback, onLoadError, renderLoadError, props }: DeferredProps<Props>) {
    const isHydrated = useHydrated();
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

    if (Component && (wanted || isHydrated)) return createElement(Component, props);
    if (!failure) return fallback;
    if (renderLoadError) return renderLoadError(() => setFailure(undefined));
    throw failure.error;
  }

  function Content({ onMount, wanted = true, fallback = null, onLoadError, renderLoadError, ...rest }: ContentProps) {
    const isHydrated = useHydrated();
    const [isSuspending] = useState(() => wanted && !isHydrated && !loaded);
    useEffect(onMount, [onMount]);
    const props = rest as Props; // those that are left
    if (isSuspending) return <Suspending props={props} />;
    return (
      <Deferred wanted={wanted} fallback={fallback} onLoadError={onLoadError} renderLoadError={renderLoadError} props={props} />
    );
  }

  function Lazy(props: LazyProps) {
    const isHydrated = useHydrated();
    const [isMounted, setMounted] = useState(isHydrated);
    const [initialProps] = useState(props);
    const onMount = useCallback(() => setMounted(true), []);
    // What changes before the code has come waits for it: React would throw away what the server made, and show the fallback.
    const currentProps = isMounted ? props : initialProps;
    return useMemo(
      () => (
        <Suspense fallback={currentProps.fallback}>
          <Content {...currentProps} onMount={onMount} />
        </Suspense>
      ),
      [currentProps, onMount],
    );
  }

  return Object.assign(Lazy, { preload: () => request().then(noop, noop) });
}

const noop = () => undefined;

/**
 * Tells a person that what they opened did not come (product 8.21).
 *
 * @param what is called so: "The menu"
 * @param reference what can be quoted of it, where its code threw (product 8.23)
 */
export const reportLoadFailure = (what: string, reference?: string): void =>
  toast.error(`${what} could not be loaded. Please try again.`, { reference });

/**
 * Whether a dialog is open whose code loads with its first opening: give `onLoadError` to its lazy component.
 *
 * @param what what a person is told did not come: "The menu"
 */
export function useDialogState(what = 'The dialog') {
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    onLoadError: () => {
      setOpen(false);
      reportLoadFailure(what);
    },
  };
}
