import { Box, Grid } from '@solvent/ui';
import type { ReactNode } from 'react';

interface ProblemColumnsProps {
  head: ReactNode;
  side: ReactNode;
  body: ReactNode;
}

export function ProblemColumns({ head, side, body }: ProblemColumnsProps) {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' }}
      templateRows={{ lg: 'auto 1fr' }}
      columnGap="12"
      rowGap="6"
      alignItems="start"
      pb={{ base: '72px', lg: '0' }}
    >
      <Box minW="0">{head}</Box>
      <Box
        gridColumn={{ lg: 2 }}
        gridRow={{ lg: '1 / span 2' }}
        position={{ lg: 'sticky' }}
        top="calc(72px + var(--connection-line, 0px))"
        maxH={{ lg: 'calc(100dvh - 88px - var(--connection-line, 0px))' }}
        overflowY={{ lg: 'auto' }}
        minW="0"
        display={{ base: 'contents', lg: 'block' }}
      >
        {side}
      </Box>
      {body}
    </Grid>
  );
}
