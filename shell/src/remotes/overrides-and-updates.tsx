import { lazyComponent } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { runAfterLoad } from './run-after-load.ts';
import { retry } from './retry.ts';
import { useRemotes } from './remotes-context.ts';

const OverrideBanner = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "overrides" */ './overrides/override-banner.tsx')),
);

const LoadNewerRevision = lazyComponent(() => import(/* webpackChunkName: "after-load" */ './revision/load-newer-revision.tsx'));

/** The page works without these components. */
const ignoreError = () => undefined;

export function OverridesAndUpdates({ onShowRemotes }: { onShowRemotes: () => void }) {
  const isOverridden = useRemotes().overrides.length > 0;
  const [isPageLoaded, setPageLoaded] = useState(false);
  // Tracked before the code below loads: an early draft must not be lost either.
  const hasInput = useRef(false);
  useEffect(() => {
    const onInput = () => void (hasInput.current = true);
    document.addEventListener('input', onInput, true);
    const stop = runAfterLoad(() => setPageLoaded(true));
    return () => {
      document.removeEventListener('input', onInput, true);
      stop();
    };
  }, []);
  return (
    <>
      {isOverridden ? <OverrideBanner onShowRemotes={onShowRemotes} onLoadError={ignoreError} /> : null}
      {isPageLoaded ? <LoadNewerRevision hasInput={hasInput} onLoadError={ignoreError} /> : null}
    </>
  );
}
