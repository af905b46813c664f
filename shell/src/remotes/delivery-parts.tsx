import { lazyComponent } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { whenPageStands } from './when-page-stands.ts';
import { retry } from './retry.ts';
import { useRemotes } from './remotes-context.ts';

const OverrideBanner = lazyComponent(() =>
  retry(() => import(/* webpackChunkName: "overrides" */ './overrides/override-banner.tsx')),
);

const TakeNewerRevision = lazyComponent(() => import(/* webpackChunkName: "after-load" */ './revision/take-newer-revision.tsx'));

/** Nobody asked for these, so nobody is told: the page goes on as it is. */
const goOn = () => undefined;

/** What delivery needs in the frame: the banner of overrides, and the way to a newer revision once the page stands. */
export function DeliveryParts({ onShowRemotes }: { onShowRemotes: () => void }) {
  const isOverridden = useRemotes().overrides.length > 0;
  const [stands, setStands] = useState(false);
  // From the start: what is typed while the code below loads is a draft, too.
  const isTyped = useRef(false);
  useEffect(() => {
    const onInput = () => void (isTyped.current = true);
    document.addEventListener('input', onInput, true);
    const stop = whenPageStands(() => setStands(true));
    return () => {
      document.removeEventListener('input', onInput, true);
      stop();
    };
  }, []);
  return (
    <>
      {isOverridden ? <OverrideBanner onShowRemotes={onShowRemotes} onLoadError={goOn} /> : null}
      {stands ? <TakeNewerRevision isTyped={isTyped} onLoadError={goOn} /> : null}
    </>
  );
}
