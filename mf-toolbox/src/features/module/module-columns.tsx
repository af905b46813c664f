import { SkeletonRegion } from '@solvent/kit';
import { Box, Grid, HStack, Panel, Skeleton, Stack } from '@solvent/ui';
import type { ReactNode } from 'react';

interface ModuleColumnsProps {
  head: ReactNode;
  purchase: ReactNode;
  notice?: ReactNode;
  body: ReactNode;
  sidebar: ReactNode;
  footer?: ReactNode;
}

const FullWidth = ({ children, pt }: { children: ReactNode; pt?: string }) => (
  <Box minW="0" gridColumn={{ lg: 'span 2' }} pt={pt} _empty={{ display: 'none' }}>
    {children}
  </Box>
);

/** Layout of the module page. DOM order is reading order on small screens. */
export function ModuleColumns({ head, purchase, notice, body, sidebar, footer }: ModuleColumnsProps) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' }} columnGap="12" rowGap="6" alignItems="start">
      <Box minW="0">{head}</Box>
      <Box minW="0">{purchase}</Box>
      {notice ? <FullWidth>{notice}</FullWidth> : null}
      <Box minW="0">{body}</Box>
      <Box minW="0">{sidebar}</Box>
      {footer ? <FullWidth pt="4">{footer}</FullWidth> : null}
    </Grid>
  );
}

const HeadSkeleton = () => (
  <Stack gap="3">
    <Skeleton h="20px" w="220px" />
    <Skeleton h="32px" w="70%" />
    <Skeleton h="24px" w="280px" />
    <HStack gap="2">
      <Skeleton h="20px" w="64px" />
      <Skeleton h="20px" w="80px" />
    </HStack>
  </Stack>
);

const CardSkeleton = ({ lines }: { lines: number }) => (
  <Panel>
    <Stack gap="3">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} h="20px" />
      ))}
    </Stack>
  </Panel>
);

const BodySkeleton = () => (
  <Stack gap="6">
    <Skeleton aspectRatio={16 / 9} />
    <Skeleton h="80px" />
  </Stack>
);

export const ModuleSkeleton = () => (
  <SkeletonRegion minH="100vh">
    <ModuleColumns
      head={<HeadSkeleton />}
      purchase={<CardSkeleton lines={3} />}
      body={<BodySkeleton />}
      sidebar={<CardSkeleton lines={6} />}
    />
  </SkeletonRegion>
);
