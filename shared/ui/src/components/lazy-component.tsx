import { createElement, Suspense, use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import { toast } from '../toaster/toast.ts';
import { useHydrated } from './use-hydrated.ts';

interface LazyProps {
  /** False defers loading; code that is already loaded is rendered anyway. */
  wanted?: boolean;
  fallback?: ReactNode;
  /** Handles a load failure, such as by closing what a click opened, so that the next click retries. */
  onLoadError?: () => void;
  /** Rendered after a load failure. Without it and `onLoadError`, the nearest error boundary receives the error. */
  renderLoadError?: (retry: () => void) => ReactNode;
}

interface DeferredProps<Props> extends Required<Pick<LazyProps, 'wanted' | 'fallback'>> {
  onLoadError: LazyProps['onLoadError'];
  renderLoadError: LazyProps['renderLoadError'];
  props: Props;
}

interface ContentProps extends LazyProps {
  onMount: () => void;
}

export type LazyComponent<Props> = FunctionComponent<Props & LazyProps> & {
  /** Loads the code before the first render; a failure is reported on render. */
  preload: () => Promise<void>;
};

/**
 * Creates a component from a module that exports `Component`. Unlike `React.lazy`, it renders loaded code at once, retries
 * failures, and has no 300 ms throttling. It waits on a server, and suspends during hydration to keep the server's markup.
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
  /** Caches the rejection so that React does not retry in a loop. */
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
    const props = rest as Props; // `rest` has the props of the loaded component
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
    // Props that change before hydration are deferred: React would replace the server's markup by the fallback.
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

/** Shows a toast (product 8.21, 8.23). @param subject of the sentence: "The menu" */
export const reportLoadFailure = (subject: string, reference?: string): void =>
  toast.error(`${subject} could not be loaded. Please try again.`, { reference });

/** Manages a dialog whose code loads when it first opens; pass `onLoadError` to its lazy component. */
export function useDialogState(subject = 'The dialog', isInitiallyOpen = false) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  return {
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    onLoadError: () => {
      setOpen(false);
      reportLoadFailure(subject);
    },
  };
}
