import { Heading, Panel, Stack, Text } from '@solvent/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface FormSectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export function FormSection({ title, text, children }: FormSectionProps) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id}>
      <Heading as="h2" id={id} textStyle="sectionTitle">
        {title}
      </Heading>
      {text ? (
        <Text color="fg.muted" mt="1">
          {text}
        </Text>
      ) : null}
      <Stack gap="5" mt="5">
        {children}
      </Stack>
    </Panel>
  );
}
