import { Box, Flex, Heading } from '@solvent/ui';
import type { ReactNode } from 'react';

interface ModuleSectionProps {
  title: string;
  /** Beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A named part of a module's page. */
export function ModuleSection({ title, action, children }: ModuleSectionProps) {
  const id = `module-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <Box as="section" aria-labelledby={id}>
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" mb="3">
        <Heading as="h2" id={id} textStyle="sectionTitle">
          {title}
        </Heading>
        {action}
      </Flex>
      {children}
    </Box>
  );
}
