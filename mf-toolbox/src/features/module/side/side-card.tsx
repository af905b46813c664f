import { Heading, Panel } from '@solvent/ui';
import type { ReactNode } from 'react';

/** A card beside a module's text. */
export function SideCard({ title, children }: { title: string; children: ReactNode }) {
  const id = `side-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <Panel as="section" aria-labelledby={id}>
      <Heading as="h2" id={id} textStyle="cardTitle" mb="3">
        {title}
      </Heading>
      {children}
    </Panel>
  );
}
