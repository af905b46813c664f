import { Badge, Button, toast, useDeferredComponent } from '@solvent/ui';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { FilterPanelProps } from './filter-panel.tsx';

const loadSheet = () => import(/* webpackChunkName: "problem-filters" */ './filter-sheet.tsx');

interface FilterButtonProps extends FilterPanelProps {
  onReset: () => void;
  /** How many filters are on. */
  active: number;
  count: string;
}

/** Opens the filters as a sheet, below the width that has them beside the list. Its code comes with the first press. */
export function FilterButton({ active, ...sheet }: FilterButtonProps) {
  const [open, setOpen] = useState(false);
  const { Component: FilterSheet } = useDeferredComponent(loadSheet, open, () => {
    toast.error('The filters could not be loaded. Please try again.');
    setOpen(false);
  });

  return (
    <>
      <Button
        variant="outline"
        colorPalette="gray"
        bg="bg.panel"
        borderColor="border.control"
        hideFrom="lg"
        flexShrink="0"
        loading={open && !FilterSheet}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={16} aria-hidden />
        Filters
        {active > 0 ? (
          <Badge variant="solid" colorPalette="brand" rounded="full" px="1.5" aria-hidden>
            {active}
          </Badge>
        ) : null}
      </Button>
      {FilterSheet ? <FilterSheet {...sheet} open={open} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
