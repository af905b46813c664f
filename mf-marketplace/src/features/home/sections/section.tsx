import { Box, Heading, Page, Text } from '@solvent/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

export function Section({ title, text, children }: { title: ReactNode; text?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Box as="section" aria-labelledby={titleId}>
      <Page py={{ base: '12', md: '20' }}>
        <Heading
          as="h2"
          id={titleId}
          fontSize={{ base: '24px', md: '32px' }}
          lineHeight="1.25"
          fontWeight="700"
          letterSpacing="-0.02em"
        >
          {title}
        </Heading>
        {text ? (
          <Text textStyle="body" color="fg.muted" mt="2" maxW="60ch">
            {text}
          </Text>
        ) : null}
        <Box mt={{ base: '8', md: '10' }}>{children}</Box>
      </Page>
    </Box>
  );
}
