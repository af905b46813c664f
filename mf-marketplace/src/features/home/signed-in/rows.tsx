import { formatNumber } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, Heading, Panel, Span, Text, TextLink } from '@solvent/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

const RowLink = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: { base: '4', md: '5' },
    py: '2.5',
    minH: '60px',
    borderTopWidth: '1px',
    transition: 'background 150ms',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
});

interface HomeRowProps {
  to: string;
  title: ReactNode;
  meta?: readonly ReactNode[];
  start?: ReactNode;
  end?: ReactNode;
  lines?: 1 | 3;
}

export function HomeRow({ to, title, meta, start, end, lines = 1 }: HomeRowProps) {
  const parts = (meta ?? []).filter((part) => part !== null && part !== undefined && part !== false);
  return (
    <li>
      <RowLink to={to}>
        {start}
        <Box minW="0" flex="1">
          <Text
            fontWeight={lines === 1 ? '500' : undefined}
            lineClamp={lines === 1 ? { base: 2, md: 1 } : lines}
            overflowWrap="anywhere"
          >
            {title}
          </Text>
          {parts.length > 0 ? (
            <Text textStyle="meta" color="fg.muted" lineClamp={2} overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
              {parts.map((part, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the parts of a row keep their order
                <Span key={index}>
                  {index > 0 ? ' · ' : null}
                  {part}
                </Span>
              ))}
            </Text>
          ) : null}
        </Box>
        {end}
      </RowLink>
    </li>
  );
}

interface HomeSectionProps {
  title: string;
  total?: number;
  allPath?: string;
  text?: ReactNode;
  empty?: ReactNode;
  children: ReactNode[];
}

export function HomeSection({ title, total = 0, allPath, text, empty, children }: HomeSectionProps) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id} p="0" overflow="hidden">
      <Flex align="center" justify="space-between" gap="4" px={{ base: '4', md: '5' }} minH="52px">
        <Heading as="h2" id={id} textStyle="cardTitle">
          {title}
          {total > 0 ? (
            <>
              {' '}
              <Span color="fg.subtle" fontWeight="400" ms="1" fontVariantNumeric="tabular-nums">
                {formatNumber(total)}
              </Span>
            </>
          ) : null}
        </Heading>
        {allPath ? (
          <TextLink to={allPath} py="3" aria-label={`View all: ${title}`}>
            View all
          </TextLink>
        ) : null}
      </Flex>
      {text ? (
        <Text px={{ base: '4', md: '5' }} pb="3" mt="-1" color="fg.muted">
          {text}
        </Text>
      ) : null}
      {children.length > 0 ? (
        <Box as="ul" listStyleType="none">
          {children}
        </Box>
      ) : (
        <Box borderTopWidth="1px" px={{ base: '4', md: '5' }} py="5" color="fg.muted">
          {empty}
        </Box>
      )}
    </Panel>
  );
}
