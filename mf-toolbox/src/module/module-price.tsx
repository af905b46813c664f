import { Badge, Text } from '@solvent/ui';
import { dollars } from './amounts.ts';

/** The price of a module, or "Free". */
export function ModulePrice({ cents }: { cents: number }) {
  if (cents === 0) {
    return (
      <Badge colorPalette="green" variant="subtle" size="md">
        Free
      </Badge>
    );
  }
  return (
    <Text as="span" fontWeight="600" fontSize="16px" fontVariantNumeric="tabular-nums">
      {dollars(cents)}
    </Text>
  );
}
