import { Badge, Button, lazyComponent, useDialogState } from '@solvent/ui';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { FilterPanelProps } from './filter-panel.tsx';

const FilterSheet = lazyComponent(() => import(/* webpackChunkName: "problem-filters" */ './filter-sheet.tsx'));

interface FilterButtonProps extends FilterPanelProps {
  onReset: () => void;
  active: number;
  count: string;
}

/** Opens the filters as a sheet, below the width that has them beside the list. Its code comes with the first press. */
export function FilterButton({ active, ...sheet }: FilterButtonProps) {
  const { isOpen, open, close, onLoadError } = useDialogState('The filters');
  const [isLoading, setLoading] = useState(false);
  async function show() {
    setLoading(true);
    await FilterSheet.preload();
    setLoading(false);
    open();
  }

  return (
    <>
      <Button
        variant="outline"
        colorPalette="gray"
        bg="bg.panel"
        borderColor="border.control"
        hideFrom="lg"
        flexShrink="0"
        loading={isLoading}
        aria-haspopup="dialog"
        aria-expanded={isOpen || isLoading}
        onClick={() => void show()}
      >
        <SlidersHorizontal size={16} aria-hidden />
        Filters
        {active > 0 ? (
          <Badge variant="solid" colorPalette="brand" rounded="full" px="1.5" aria-hidden>
            {active}
          </Badge>
        ) : null}
      </Button>
      <FilterSheet {...sheet} wanted={isOpen} open={isOpen} onClose={close} onLoadError={onLoadError} />
    </>
  );
}
