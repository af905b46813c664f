import { lazyComponent } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { runAfterLoad } from './run-after-load.ts';
import { retry } from './retry.ts';
import { useRemotes } from './remotes-context.ts';

const OverrideBanner = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "overrides" */ './overrides/override-banner.tsx')),
);

const LoadNewerRevision = lazyComponent(() => import(/* webpackChunkName: "after-load" */ './revision/load-newer-revision.tsx'));

/** Nobody asked for these, so nobody is told: the page goes on as it is. */
const ignoreError = () => undefined;

/** What delivery needs in the frame: the banner of overrides, and the way to a newer revision once the page stands. */
export function OverridesAndUpdates({ onShowRemotes }: { onShowRemotes: () => void }) {
  const isOverridden = useRemotes().overrides.length > 0;
  const [isPageLoaded, setPageLoaded] = useState(false);
  // From the start: what is typed while the code below loads is a draft, too.
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
