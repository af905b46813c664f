import { Link } from '@solvent/router';
import { Box, chakra, Flex, Span } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import type { ReactNode } from 'react';

const Row = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', lg: 'var(--columns)' },
    columnGap: '4',
    rowGap: '1',
    alignItems: 'center',
    p: { base: '4', lg: '3' },
    py: { lg: '1.5' },
    minH: { lg: '52px' },
    borderWidth: { base: '1px', lg: '0' },
    borderTopWidth: { lg: '1px' },
    rounded: { base: 'l3', lg: '0' },
    bg: 'bg.panel',
    outline: '0',
    fontVariantNumeric: 'tabular-nums',
  },
});
export { Row as TableRow };

export const RowTitle = chakra(Link, {
  base: {
    // A touch target of 44 px on the cell: `line-clamp` would clip one on the link.
    _before: { content: '""', position: 'absolute', insetInline: '0', top: '-12px', bottom: '-12px', zIndex: 1 },
    fontWeight: '600',
    overflowWrap: 'anywhere',
    lineClamp: { base: 2, lg: 1 },
    textUnderlineOffset: '3px',
    rounded: 'l1',
    _hover: { textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

export const START_CELL = { gridColumn: 'auto' } as const;
export const END_CELL = { gridColumn: 'auto', justifySelf: { base: 'end', lg: 'stretch' } } as const;

export const Cell = ({ children, ...props }: BoxProps) => (
  <Box role="cell" position="relative" minW="0" gridColumn={{ base: '1 / -1', lg: 'auto' }} {...props}>
    {children}
  </Box>
);

interface ResponsiveTableProps {
  label: string;
  columns: readonly { head: string; width: string }[];
  children: ReactNode;
}

export function ResponsiveTable({ label, columns, children }: ResponsiveTableProps) {
  return (
    <Flex
      role="table"
      aria-label={label}
      direction="column"
      gap={{ base: '3', lg: '0' }}
      borderWidth={{ lg: '1px' }}
      rounded={{ lg: 'l3' }}
      overflow={{ lg: 'hidden' }}
      css={{ '--columns': columns.map(({ width }) => width).join(' ') }}
    >
      <Row role="row" hideBelow="lg" bg="transparent" borderTopWidth={{ lg: '0' }} color="fg.muted" textStyle="meta" minH="36px">
        {columns.map(({ head }) => (
          <Span key={head} role="columnheader">
            {head}
          </Span>
        ))}
      </Row>
      {children}
    </Flex>
  );
}
