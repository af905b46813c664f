import { Button, Flex } from '@solvent/ui';
import { Sheet } from '@solvent/ui/overlays';
import { FilterPanel } from './filter-panel.tsx';
import type { FilterPanelProps } from './filter-panel.tsx';

interface FilterSheetProps extends FilterPanelProps {
  open: boolean;
  onClose: () => void;
  onReset: () => void;
  count: string;
}

export function Component({ open, onClose, onReset, count, ...panel }: FilterSheetProps) {
  const footer = (
    <Flex gap="3" w="full">
      <Button variant="outline" colorPalette="gray" flex="1" onClick={onReset}>
        Reset
      </Button>
      <Button flex="2" onClick={onClose}>
        {count ? `Show ${count}` : 'Show problems'}
      </Button>
    </Flex>
  );
  return (
    <Sheet open={open} onClose={onClose} title="Filters" footer={footer}>
      <FilterPanel {...panel} />
    </Sheet>
  );
}
