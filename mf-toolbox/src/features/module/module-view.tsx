import type { Module } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Stack } from '@solvent/ui';
import { useState } from 'react';
import { BuyCard } from './buying/buy-card.tsx';
import { PurchaseAlert } from './buying/purchase-alert.tsx';
import { Description } from './description.tsx';
import { KeyFeatures } from './key-features.tsx';
import { ModuleColumns } from './module-columns.tsx';
import { ModuleHead } from './module-head.tsx';
import { OwnState } from './own-state.tsx';
import { MainPreview } from './previews/main-preview.tsx';
import { ModuleTabs } from './details/module-tabs.tsx';
import { Related } from './related.tsx';
import { Reviews } from './reviews/reviews.tsx';
import { SideCards } from './side/side-cards.tsx';
import { Versions } from './versions.tsx';

/** All that there is of a module. */
export function ModuleView({ module }: { module: Module }) {
  const viewerId = useSession((state) => state.userData?._id);
  const [justBought, setJustBought] = useState(false);
  const isAuthor = viewerId === module.author._id;
  const news = justBought ? (
    <PurchaseAlert module={module} />
  ) : isAuthor && module.status !== 'published' ? (
    <OwnState module={module} />
  ) : undefined;
  return (
    <ModuleColumns
      head={<ModuleHead module={module} />}
      buying={<BuyCard module={module} isAuthor={isAuthor} onBought={() => setJustBought(true)} />}
      news={news}
      body={
        <Stack gap="10">
          <MainPreview module={module} />
          <Description>{module.description}</Description>
          <KeyFeatures />
          <ModuleTabs module={module} />
          <Versions module={module} isAuthor={isAuthor} />
          <Reviews module={module} isAuthor={isAuthor} />
        </Stack>
      }
      side={<SideCards module={module} />}
      foot={<Related moduleId={module.id} />}
    />
  );
}
