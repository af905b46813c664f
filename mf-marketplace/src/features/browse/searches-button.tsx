import { useSession, consumePendingAction } from '@solvent/store';
import { Button, lazyComponent, Span } from '@solvent/ui';
import { Bookmark } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { ProblemFilters } from './filters.ts';
import { useLateDialog } from './late-dialog.ts';

const SearchesDialog = lazyComponent(() => import(/* webpackChunkName: "problem-searches" */ './searches-dialog.tsx'));

/** Opens the saved searches and what was seen lately. */
export function SearchesButton({ filters }: { filters: ProblemFilters }) {
  const { show, buttonProps, dialogProps } = useLateDialog(SearchesDialog, 'The searches');
  const isLogin = useSession((state) => state.isLogin);
  const showAgain = useEffectEvent(show);
  // Back from the sign-in, which somebody went to from here.
  useEffect(() => {
    if (isLogin && consumePendingAction('save-search')) void showAgain();
  }, [isLogin]);

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
