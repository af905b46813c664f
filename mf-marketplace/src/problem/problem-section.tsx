import { Box, Heading, Span, VisuallyHidden } from '@solvent/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface ProblemSectionProps {
  title: string;
  count?: number;
  children: ReactNode;
}

/** A section inside a tab, with a visually hidden heading for the page's outline. */
export function TabSection({ title, count, children }: ProblemSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <VisuallyHidden asChild>
        <h2 id={id}>
          {title}
          {count ? <span> {count}</span> : null}
        </h2>
      </VisuallyHidden>
      {children}
    </section>
  );
}

export function ProblemSection({ title, count, children }: ProblemSectionProps) {
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
