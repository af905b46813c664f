import { Box, Heading } from '@solvent/ui';
import type { ReactNode } from 'react';

/** A named part of a problem's page, under its text. */
export function ProblemSection({ title, children }: { title: string; children: ReactNode }) {
  const id = `problem-${title.toLowerCase()}`;
  return (
    <Box as="section" aria-labelledby={id} borderTopWidth="1px" pt="6" mt="8">
      <Heading as="h2" id={id} textStyle="sectionTitle" mb="4">
        {title}
      </Heading>
      {children}
    </Box>
  );
}
