import { useDeferredComponent } from '@solvent/ui';
import { useEffect, useState } from 'react';
import { whenPageStands } from '../when-page-stands.ts';
import { inTries } from './in-tries.ts';
import { useRemotes } from './remotes-context.ts';

const loadBanner = () =>
  inTries(() => import(/* webpackChunkName: "overrides" */ './overrides/override-banner.tsx')).then((module) => ({
    Component: module.OverrideBanner,
  }));

const loadTakeNewer = () =>
  import(/* webpackChunkName: "after-load" */ './revision/take-newer-revision.tsx').then((module) => ({
    Component: module.TakeNewerRevision,
  }));

/** Nobody asked for these parts, so nobody is told: the page goes on as it is. */
const goOn = () => undefined;

/** What delivery needs in the frame: the banner of overrides, and the way to a newer revision once the page stands. */
export function DeliveryParts() {
  const isOverridden = useRemotes().overrides.length > 0;
  const [stands, setStands] = useState(false);
  useEffect(() => whenPageStands(() => setStands(true)), []);
  const { Component: Banner } = useDeferredComponent(loadBanner, isOverridden, goOn);
  const { Component: TakeNewer } = useDeferredComponent(loadTakeNewer, stands, goOn);
  return (
    <>
      {isOverridden && Banner ? <Banner /> : null}
      {TakeNewer ? <TakeNewer /> : null}
    </>
  );
}
