import { Box, BrandMark, Center, FINGER_TARGET, Page, PageHeading, Panel } from '@solvent/ui';
import type { ReactNode } from 'react';

interface AuthCardProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** Under the card: the way to the sibling screen. */
  foot?: ReactNode;
}

/** The calm page of everything about signing in: one card in the middle. */
export function AuthCard({ title, text, children, foot }: AuthCardProps) {
  return (
    <Page measure="form" py={{ base: '6', md: '16' }} px={{ base: '4', md: '0' }}>
      <Panel p={{ base: '5', md: '8' }}>
        <Box mb="5">
          <BrandMark size={36} />
        </Box>
        <PageHeading text={text}>{title}</PageHeading>
        {children}
      </Panel>
      {foot ? (
        <Center mt="5" color="fg.muted" gap="1.5" flexWrap="wrap" css={{ '& a': FINGER_TARGET }}>
          {foot}
        </Center>
      ) : null}
    </Page>
  );
}
