import { Box, Heading, Span } from '@solvent/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

export function ProblemSection({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} borderTopWidth="1px" pt="6" mt="8">
      <Heading as="h2" id={id} textStyle="sectionTitle" mb="4">
        {title}
        {count ? (
          <Span color="fg.subtle" fontWeight="400" ms="2" fontVariantNumeric="tabular-nums">
            {count}
          </Span>
        ) : null}
      </Heading>
      {children}
    </Box>
  );
}
