import { useInfiniteQuery } from '@solvent/http';
import { distinct, InfiniteList, SkeletonRegion } from '@solvent/kit';
import { EmptyState, Heading, LinkButton, Page, PageHeading, Panel, Skeleton, Stack, VisuallyHidden } from '@solvent/ui';
import { ShoppingBag } from 'lucide-react';
import { purchasedModulesOptions } from '../../api/purchased-modules.ts';
import { PurchasedModule } from './purchased-module.tsx';

const PurchasedSkeleton = () => (
  <SkeletonRegion gap="3" minH="80vh">
    {[1, 2, 3].map((row) => (
      <Panel key={row}>
        <Skeleton h="5" w="40%" mb="3" />
        <Skeleton h="14" />
      </Panel>
    ))}
  </SkeletonRegion>
);

const NoPurchases = () => (
  <EmptyState
    icon={ShoppingBag}
    as="h2"
    title="Nothing purchased yet"
    text="Modules you buy or download will appear here, with receipts and updates."
    action={<LinkButton to="/toolbox">Browse the Toolbox</LinkButton>}
  />
);

function PurchasedList() {
  const query = useInfiniteQuery(purchasedModulesOptions);
  const modules = distinct(
    (query.data?.pages ?? []).flatMap((page) => page.modules),
    ({ id }) => id,
  );
  return (
    <InfiniteList
      query={query}
      isEmpty={modules.length === 0}
      skeleton={<PurchasedSkeleton />}
      error={{ as: 'h2', title: 'Your purchases could not be loaded' }}
      nextError="Your purchases could not be loaded"
      empty={<NoPurchases />}
    >
      <VisuallyHidden asChild>
        <Heading as="h2">Modules</Heading>
      </VisuallyHidden>
      <Stack as="ul" aria-label="Purchased modules" gap="3" listStyleType="none">
        {modules.map((module) => (
          <li key={module.id}>
            <PurchasedModule module={module} />
          </li>
        ))}
      </Stack>
    </InfiniteList>
  );
}

const SavedLink = () => (
  <LinkButton to="/toolbox/saved" variant="outline" colorPalette="gray">
    Saved
  </LinkButton>
);

/** /toolbox/purchased (product 2.45). Signed-in users only. */
export function Component() {
  return (
    <Page measure="reading">
      <PageHeading text="Modules you bought or downloaded, latest first." actions={<SavedLink />}>
        Purchased Modules
      </PageHeading>
      <PurchasedList />
    </Page>
  );
}
