import { Badge, Text } from '@solvent/ui';

/** "$19", or "$19.50" where there are cents. */
function dollars(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2;
  return (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

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
