import { useRememberedList, useSearchDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Flex, Heading, LinkButton, Page, PageHeading, VisuallyHidden } from '@solvent/ui';
import { Upload } from 'lucide-react';
import { DEFAULT_FILTERS } from '../../api/modules.ts';
import { AuthorFaq } from './author-faq.tsx';
import { CatalogueResults } from './catalogue-results.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useCatalogueFilters } from './use-catalogue-filters.ts';

function CatalogueActions() {
  const isLogin = useSession((state) => state.isLogin);
  return (
    <Flex gap={{ base: '1', md: '2' }} wrap="wrap">
      {isLogin ? (
        <>
          <LinkButton to="/toolbox/saved" variant="ghost" colorPalette="gray" px={{ base: '2', md: '3.5' }}>
            Saved
          </LinkButton>
          <LinkButton to="/toolbox/purchased" variant="ghost" colorPalette="gray" px={{ base: '2', md: '3.5' }}>
            Purchased
          </LinkButton>
          <LinkButton to="/toolbox/own" variant="ghost" colorPalette="gray" px={{ base: '2', md: '3.5' }}>
            My modules
          </LinkButton>
        </>
      ) : null}
      <LinkButton to="/toolbox/upload">
        <Upload size={16} aria-hidden />
        Upload a module
      </LinkButton>
    </Flex>
  );
}

/** /toolbox: catalogue and author FAQ (product 2.29). */
export function Component() {
  const { filters, change } = useCatalogueFilters();
  useRememberedList('solvent.list.modules');
  // Typing adds no history entries.
  const search = useSearchDraft(filters.search, (text) => change({ search: text }, { replace: true }));
  const reset = () => {
    search.setDraft('');
    change({ ...DEFAULT_FILTERS, sort: filters.sort });
  };
  return (
    <Page>
      <PageHeading text="Code modules by developers, ready to build into your project." actions={<CatalogueActions />}>
        Toolbox
      </PageHeading>
      <FilterBar filters={filters} change={change} search={search} />
      <VisuallyHidden asChild>
        <Heading as="h2">Modules</Heading>
      </VisuallyHidden>
      <CatalogueResults filters={filters} onReset={reset} />
      <AuthorFaq />
    </Page>
  );
}
