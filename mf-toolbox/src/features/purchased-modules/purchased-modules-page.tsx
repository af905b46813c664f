import { useInfiniteQuery } from '@solvent/http';
import { LinkButton, Page, PageHeading } from '@solvent/ui';
import { ShoppingBag } from 'lucide-react';
import { purchasedModulesOptions } from '../../api/purchased-modules.ts';
import { ModuleLibrary, ModuleRows } from '../../module/module-library.tsx';
import { PurchasedModule } from './purchased-module.tsx';

const EMPTY = {
  icon: ShoppingBag,
  title: 'Nothing purchased yet',
  text: 'Modules you buy or download will appear here, with receipts and updates.',
};

const SavedLink = () => (
  <LinkButton to="/toolbox/saved" variant="outline" colorPalette="gray">
    Saved
  </LinkButton>
);

/** /toolbox/purchased (product 2.45). Signed-in users only. */
export function Component() {
  const query = useInfiniteQuery(purchasedModulesOptions);
  return (
    <Page measure="reading">
      <PageHeading text="Modules you bought or downloaded, latest first." actions={<SavedLink />}>
        Purchased Modules
      </PageHeading>
      <ModuleLibrary query={query} error="Your purchases could not be loaded" empty={EMPTY}>
        {(modules) => (
          <ModuleRows label="Purchased modules" modules={modules}>
            {(module) => <PurchasedModule module={module} />}
          </ModuleRows>
        )}
      </ModuleLibrary>
    </Page>
  );
}
