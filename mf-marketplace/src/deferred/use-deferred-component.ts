import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';

/** Loads a component's code. Give a function of the module, not one made while rendering: it is the cache's key. */
export type LoadComponent<Props> = () => Promise<{ Component: ComponentType<Props> }>;

const loaded = new WeakMap<object, unknown>();

/**
 * A component whose code comes when it is wanted. Once it is there, later uses have it at their first render, so
 * that a page one comes back to has its height at once. `React.lazy` would keep a failure for ever; this one tries again.
 */
export function useDeferredComponent<Props>(load: LoadComponent<Props>, wanted: boolean) {
  // Only this hook writes the map, with the component of the same `load`.
  const [Component, setComponent] = useState(() => loaded.get(load) as ComponentType<Props> | undefined);
  const [failed, setFailed] = useState(false);
  const due = wanted && !Component && !failed;

  useEffect(() => {
    if (!due) return;
    let isCurrent = true;
    load().then(
      (module) => {
        loaded.set(load, module.Component);
        if (isCurrent) setComponent(() => module.Component);
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [due, load]);

  return { Component, failed, retry: () => setFailed(false) };
}
