import { Heading, Panel } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { useId } from 'react';

/** Joins a card to the one above it on large screens. */
export const LOWER_PART = { roundedTop: { lg: '0' }, borderTopWidth: { lg: '0' } } as const;

/** A card beside a problem; below its text on small screens. */
export function SideCard({ title, children, ...props }: BoxProps & { title: string }) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id} order={{ base: 1, lg: 0 }} mt={{ lg: '4' }} {...props}>
      <Heading as="h2" id={id} textStyle="cardTitle" mb="2" overflowWrap="anywhere">
        {title}
      </Heading>
      {children}
    </Panel>
  );
}
