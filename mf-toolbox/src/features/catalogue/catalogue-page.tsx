import { useLocation } from '@solvent/router';
import { useRememberedList, useSearchDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Flex, Heading, lazyComponent, LinkButton, Page, PageHeading, useHydrated, VisuallyHidden } from '@solvent/ui';
import { Upload } from 'lucide-react';
import { DEFAULT_FILTERS } from '../../api/modules.ts';
import { AuthorFaq } from './author-faq.tsx';
import { CatalogueResults } from './catalogue-results.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useCatalogueFilters } from './use-catalogue-filters.ts';

const UploadedNotice = lazyComponent(() => import(/* webpackChunkName: "uploaded-notice" */ './uploaded-notice.tsx'));

/** The history entry keeps it, so a reload shows the notice again. */
function readUploadedId(state: unknown): string | undefined {
  const { uploaded } = (state ?? {}) as { uploaded?: unknown };
  return typeof uploaded === 'string' ? uploaded : undefined;
}

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
  const { state } = useLocation();
  const uploadedId = useHydrated() ? readUploadedId(state) : undefined;
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
      {uploadedId ? <UploadedNotice id={uploadedId} onLoadError={() => undefined} /> : null}
      <FilterBar filters={filters} change={change} search={search} />
      <VisuallyHidden asChild>
        <Heading as="h2">Modules</Heading>
      </VisuallyHidden>
      <CatalogueResults filters={filters} onReset={reset} />
      <AuthorFaq />
    </Page>
  );
}
