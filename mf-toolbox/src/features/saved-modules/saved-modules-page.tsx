import { useInfiniteQuery } from '@solvent/http';
import { Page, PageHeading } from '@solvent/ui';
import { Bookmark } from 'lucide-react';
import { savedModulesOptions } from '../../api/saved-modules.ts';
import { CardGrid, CardSkeletons, FIRST_ROW_CARDS } from '../../module/module-grid.tsx';
import { ModuleLibrary } from '../../module/module-library.tsx';
import { SavedModule } from './saved-module.tsx';

const EMPTY = { icon: Bookmark, title: 'No saved modules yet', text: 'Modules you save will appear here.' };

/** /toolbox/saved (product 2.38). Signed-in users only. */
export function Component() {
  const query = useInfiniteQuery(savedModulesOptions);
  return (
    <Page>
      <PageHeading text="Modules you saved, latest first.">Saved Modules</PageHeading>
      <ModuleLibrary query={query} error="Your saved modules could not be loaded" empty={EMPTY} skeleton={<CardSkeletons />}>
        {(modules) => (
          <CardGrid>
            {modules.map((module, index) => (
              <SavedModule key={module.id} module={module} isEager={index < FIRST_ROW_CARDS} />
            ))}
          </CardGrid>
        )}
      </ModuleLibrary>
    </Page>
  );
}
