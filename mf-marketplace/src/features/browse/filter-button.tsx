import { Badge, Button, lazyComponent } from '@solvent/ui';
import { SlidersHorizontal } from 'lucide-react';
import type { FilterPanelProps } from './filter-panel.tsx';
import { useLateDialog } from './late-dialog.ts';

const FilterSheet = lazyComponent(() => import(/* webpackChunkName: "problem-filters" */ './filter-sheet.tsx'));

interface FilterButtonProps extends FilterPanelProps {
  onReset: () => void;
  active: number;
  count: string;
}

/** Opens the filters as a sheet, below the width that has them beside the list. */
export function FilterButton({ active, ...sheet }: FilterButtonProps) {
  const { buttonProps, dialogProps } = useLateDialog(FilterSheet, 'The filters');
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
