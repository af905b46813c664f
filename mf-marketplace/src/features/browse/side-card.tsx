import { Box, Button, Flex, Heading, Panel } from '@solvent/ui';
import type { ReactNode } from 'react';

/** The filters beside the list on large screens: stays in view while the list scrolls. */
export function SideCard({ onReset, children }: { onReset: () => void; children: ReactNode }) {
  return (
    <Box as="aside" aria-label="Filters" hideBelow="lg" position="sticky" top="72px">
      <Panel maxH="calc(100dvh - 88px)" overflowY="auto">
        <Flex align="center" justify="space-between" mb="4">
          <Heading as="h2" textStyle="cardTitle">
            Filters
          </Heading>
          <Button variant="ghost" size="xs" me="-2.5" onClick={onReset}>
            Reset
          </Button>
        </Flex>
        {children}
      </Panel>
    </Box>
  );
}
