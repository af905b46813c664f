import { useEffect, useEffectEvent, useState } from 'react';
import type { ComponentType } from 'react';

/** Loads a component's code. Give a function of the module, not one made while rendering: it is the cache's key. */
export type LoadComponent<Props> = () => Promise<{ Component: ComponentType<Props> }>;

interface DeferredComponent<Props> {
  /** Once its code is there. */
  Component: ComponentType<Props> | undefined;
  /** Its code did not come, and nobody was told by `onFailed`. */
  failed: boolean;
  retry: () => void;
}

const loaded = new WeakMap<object, unknown>();

/** Fetches a component's code before it is wanted, as when its button is hovered. A failure shows when it is wanted. */
export async function preloadComponent<Props>(load: LoadComponent<Props>): Promise<void> {
  try {
    const { Component } = await load();
    loaded.set(load, Component);
  } catch {
    // The next load tries again.
  }
}

/**
 * A component whose code comes when it is wanted. Once it is there, later uses have it at their first render, so
 * that a page one comes back to has its height at once. `React.lazy` would keep a failure for ever; this one tries again.
 *
 * @param onFailed for what opens by a click: tells the person and takes `wanted` back, so that the next click tries
 *   again. Without it `failed` says so, until `retry` is called
 */
export function useDeferredComponent<Props>(
  load: LoadComponent<Props>,
  wanted: boolean,
  onFailed?: () => void,
): DeferredComponent<Props> {
  // Only this module writes the map, with the component of the same `load`.
  const [Component, setComponent] = useState(() => loaded.get(load) as ComponentType<Props> | undefined);
  const [failed, setFailed] = useState(false);
  const fail = useEffectEvent(() => (onFailed ? onFailed() : setFailed(true)));
  const due = wanted && !Component && !failed;

  useEffect(() => {
    if (!due) return;
    let isCurrent = true;
    load().then(
      (module) => {
        loaded.set(load, module.Component);
        if (isCurrent) setComponent(() => module.Component);
      },
      () => isCurrent && fail(),
    );
    return () => {
      isCurrent = false;
    };
  }, [due, load]);

  return { Component, failed, retry: () => setFailed(false) };
}
