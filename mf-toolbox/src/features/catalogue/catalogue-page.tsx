import { useSearchDraft } from '@solvent/kit';
import { Heading, Page, PageHeading, VisuallyHidden } from '@solvent/ui';
import { AuthorFaq } from './author-faq.tsx';
import { CatalogueActions } from './catalogue-actions.tsx';
import { NO_FILTERS } from './catalogue-filters.ts';
import { CatalogueResults } from './catalogue-results.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useCatalogueFilters } from './use-catalogue-filters.ts';

/** /toolbox: the catalogue (interface "Toolbox catalogue") and the questions of authors. */
export function Component() {
  const { filters, change } = useCatalogueFilters();
  // Typing is not a step that Back should undo.
  const search = useSearchDraft(filters.search, (text) => change({ search: text }, { replace: true }));
  const reset = () => {
    search.setDraft('');
    change({ ...NO_FILTERS, sort: filters.sort });
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
