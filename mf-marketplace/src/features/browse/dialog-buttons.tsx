import { useLocation } from '@solvent/router';
import { consumePendingAction, useSession } from '@solvent/store';
import { Badge, Button, lazyComponent, Span, useDialogState } from '@solvent/ui';
import type { LazyComponent } from '@solvent/ui';
import { Bookmark, SlidersHorizontal } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FilterPanelProps } from './filter-panel.tsx';
import type { ProblemFilters } from './filters.ts';

const FilterSheet = lazyComponent(() => import(/* webpackChunkName: "problem-filters" */ './filter-sheet.tsx'));
const SearchesDialog = lazyComponent(() => import(/* webpackChunkName: "problem-searches" */ './searches-dialog.tsx'));

/** State of a dialog whose code loads on the first click. @param name for the error toast: "The filters" */
function useLazyDialog<Props>(dialog: LazyComponent<Props>, name: string) {
  const { isOpen, open, close, onLoadError } = useDialogState(name);
  const [isLoading, setLoading] = useState(false);
  async function show() {
    setLoading(true);
    await dialog.preload();
    setLoading(false);
    open();
  }
  return {
    show,
    buttonProps: {
      variant: 'outline',
      colorPalette: 'gray',
      bg: 'bg.panel',
      borderColor: 'border.control',
      flexShrink: '0',
      // Not `loading`, which would disable the button: it would lose the focus.
      'aria-busy': isLoading,
      'aria-haspopup': 'dialog',
      'aria-expanded': isOpen || isLoading,
      onClick: () => void show(),
    } as const,
    dialogProps: { wanted: isOpen, open: isOpen, onClose: close, onLoadError },
  };
}

interface FilterButtonProps extends FilterPanelProps {
  onReset: () => void;
  active: number;
  count: string;
}

export function FilterButton({ active, ...sheet }: FilterButtonProps) {
  const { buttonProps, dialogProps } = useLazyDialog(FilterSheet, 'The filters');
  return (
    <>
      <Button {...buttonProps} hideFrom="lg">
        <SlidersHorizontal size={16} aria-hidden />
        Filters
        {active > 0 ? (
          <Badge variant="solid" colorPalette="brand" rounded="full" px="1.5" aria-hidden>
            {active}
          </Badge>
        ) : null}
      </Button>
      <FilterSheet {...sheet} {...dialogProps} />
    </>
  );
}

/** The address /problems#saved-searches, which emails of alerts contain, opens the dialog. */
export function SearchesButton({ filters }: { filters: ProblemFilters }) {
  const { show, buttonProps, dialogProps } = useLazyDialog(SearchesDialog, 'The searches');
  const isLogin = useSession((state) => state.isLogin);
  const isLinked = useLocation().hash === '#saved-searches';
  const reopen = useEffectEvent(show);
  useEffect(() => {
    if (isLinked || (isLogin && consumePendingAction('save-search'))) void reopen();
  }, [isLogin, isLinked]);

  return (
    <>
      <Button {...buttonProps} px={{ base: '2.5', lg: '3.5' }} aria-label="Saved searches" title="Saved searches">
        <Bookmark size={16} aria-hidden />
        <Span hideBelow="lg">Saved searches</Span>
      </Button>
      <SearchesDialog {...dialogProps} filters={filters} />
    </>
  );
}
