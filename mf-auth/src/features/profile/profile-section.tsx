import { Heading, Panel } from '@solvent/ui';
import { useId } from 'react';
import type { PropsWithChildren } from 'react';

/** A panel of the profile under its own heading. */
export function ProfileSection({ title, children }: PropsWithChildren<{ title: string }>) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id}>
      <Heading as="h2" id={id} textStyle="cardTitle" mb="3">
        {title}
      </Heading>
      {children}
    </Panel>
  );
}
