import type { ModuleListItem } from '@solvent/contracts';
import { SkeletonRegion } from '@solvent/kit';
import { Box, Panel, SimpleGrid, Skeleton, Stack, useLateLayout } from '@solvent/ui';
import type { ReactNode } from 'react';
import { ModuleCard } from './module-card.tsx';

const SKELETON_KEYS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function CardSkeleton() {
  return (
    <Panel p="0" overflow="hidden">
      <Skeleton aspectRatio={16 / 9} rounded="0" />
      <Stack gap="3" p="4" minH="212px">
        <Skeleton h="5" w="60%" />
        <Skeleton h="4" />
        <Skeleton h="4" w="80%" />
        <Skeleton h="5" w="50%" />
        <Box flex="1" />
        <Skeleton h="4" w="40%" />
      </Stack>
    </Panel>
  );
}

export const CardSkeletons = () => (
  <SkeletonRegion minH="100vh">
    <CardGrid>
      {SKELETON_KEYS.map((card) => (
        <li key={card}>
          <CardSkeleton />
        </li>
      ))}
    </CardGrid>
  </SkeletonRegion>
);

/** Cards in the first row on the widest screen. */
export const FIRST_ROW_CARDS = 3;

export const CardGrid = ({ children }: { children: ReactNode }) => (
  <SimpleGrid as="ul" columns={{ base: 1, sm: 2, lg: 3 }} gap={{ base: '4', md: '6' }} listStyleType="none">
    {children}
  </SimpleGrid>
);

export function ModuleGrid({ modules }: { modules: ModuleListItem[] }) {
  const lateLayout = useLateLayout('422px');
  return (
    <CardGrid>
      {modules.map((module, index) => (
        <Box as="li" key={module.id} {...(index >= FIRST_ROW_CARDS && lateLayout)}>
          <ModuleCard module={module} isEager={index < FIRST_ROW_CARDS} />
        </Box>
      ))}
    </CardGrid>
  );
}
