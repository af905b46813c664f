import { Link } from '@solvent/router';
import { chakra, Flex } from '@solvent/ui';
import type { ReactNode } from 'react';

/** The whole row is the link. */
const TitleLink = chakra(Link, {
  base: {
    fontWeight: '500',
    outline: '0',
    overflowWrap: 'anywhere',
    _before: { content: '""', position: 'absolute', inset: '0', rounded: 'l2' },
    _focusVisible: { _before: { outline: '2px solid', outlineColor: 'brand.focusRing' } },
  },
});

interface WorkRowProps {
  to: string;
  title: string;
  /** Under the title. */
  facts: ReactNode;
  /** At the end of the row. */
  end: ReactNode;
}

/** A thing of the person's in a list: title, facts, and what it is worth. */
export function WorkRow({ to, title, facts, end }: WorkRowProps) {
  return (
    <Flex
      as="li"
      position="relative"
      justify="space-between"
      align="flex-start"
      gap="4"
      py="3"
      px="2"
      mx="-2"
      rounded="l2"
      _hover={{ bg: 'bg.muted' }}
    >
      <Flex direction="column" gap="1.5" minW="0">
        <TitleLink to={to}>{title}</TitleLink>
        <Flex align="center" gap="3" wrap="wrap" color="fg.muted" textStyle="meta" fontVariantNumeric="tabular-nums">
          {facts}
        </Flex>
      </Flex>
      <chakra.span fontWeight="600" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {end}
      </chakra.span>
    </Flex>
  );
}
