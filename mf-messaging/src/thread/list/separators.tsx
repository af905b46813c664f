import { chakra, Flex } from '@solvent/ui';
import { dayText } from '../rows/day-text.ts';

const Rule = chakra('span', { base: { flex: '1', h: '1px' } });

/** The beginning of a day. */
export function DaySeparator({ day }: { day: number }) {
  return (
    <Flex role="separator" aria-label={dayText(day)} align="center" gap="3" h="48px" color="fg.subtle" textStyle="meta">
      <Rule bg="border.muted" />
      <chakra.span fontWeight="500">{dayText(day)}</chakra.span>
      <Rule bg="border.muted" />
    </Flex>
  );
}

/** Where reading left off. */
export function NewSeparator() {
  return (
    <Flex role="separator" aria-label="New messages" align="center" gap="3" h="40px" color="brand.fg" textStyle="meta">
      <Rule bg="brand.border" />
      <chakra.span fontWeight="600">New messages</chakra.span>
      <Rule bg="brand.border" />
    </Flex>
  );
}
