import { Flex, Heading, Panel } from '@solvent/ui';
import { useId } from 'react';
import type { PropsWithChildren, ReactNode } from 'react';

interface ProfileSectionProps {
  title: string;
  /** Beside the heading: a count, a link to all. */
  aside?: ReactNode;
}

/** A panel of a profile under its own heading. */
export function ProfileSection({ title, aside, children }: PropsWithChildren<ProfileSectionProps>) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id}>
      <Flex justify="space-between" align="baseline" gap="3" mb="3">
        <Heading as="h2" id={id} textStyle="cardTitle">
          {title}
        </Heading>
        {aside}
      </Flex>
      {children}
    </Panel>
  );
}
