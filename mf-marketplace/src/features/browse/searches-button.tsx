import { useSession, takePendingAction } from '@solvent/store';
import { Button, lazyComponent, Span, useDialogState } from '@solvent/ui';
import { Bookmark } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ProblemFilters } from './filters.ts';

const SearchesDialog = lazyComponent(() => import(/* webpackChunkName: "problem-searches" */ './searches-dialog.tsx'));

/** Opens the saved searches and what was seen lately. Its code comes with the first press. */
export function SearchesButton({ filters }: { filters: ProblemFilters }) {
  const { isOpen, open, close, onLoadError } = useDialogState('The searches');
  const [isLoading, setLoading] = useState(false);
  const isLogin = useSession((state) => state.isLogin);
  async function show() {
    setLoading(true);
    await SearchesDialog.preload();
    setLoading(false);
    open();
  }
  const showAgain = useEffectEvent(show);
  // Back from the sign-in, which somebody went to from here.
  useEffect(() => {
    if (isLogin && takePendingAction('save-search')) void showAgain();
  }, [isLogin]);

  return (
    <>
      <Button
        variant="outline"
        colorPalette="gray"
        bg="bg.panel"
        borderColor="border.control"
        flexShrink="0"
        px={{ base: '2.5', lg: '3.5' }}
        loading={isLoading}
        aria-haspopup="dialog"
        aria-expanded={isOpen || isLoading}
        aria-label="Saved searches"
        title="Saved searches"
        onClick={() => void show()}
      >
        <Bookmark size={16} aria-hidden />
        <Span hideBelow="lg">Saved searches</Span>
      </Button>
      <SearchesDialog filters={filters} wanted={isOpen} open={isOpen} onClose={close} onLoadError={onLoadError} />
    </>
  );
}
