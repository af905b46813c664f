import type { ModuleListItem } from '@solvent/contracts';
import { SimpleGrid } from '@solvent/ui';
import type { ReactNode } from 'react';
import { ModuleCard } from './module-card.tsx';

/** Cards in the first row of the widest screen. */
const FIRST_ROW = 3;

/** The columns that cards and their skeletons share. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <SimpleGrid as="ul" columns={{ base: 1, sm: 2, lg: 3 }} gap={{ base: '4', md: '6' }} listStyleType="none">
    {children}
  </SimpleGrid>
);

/** A page of modules. */
export function ModuleGrid({ modules }: { modules: ModuleListItem[] }) {
  return (
    <Columns>
      {modules.map((module, index) => (
        <li key={module.id}>
          <ModuleCard module={module} first={index < FIRST_ROW} />
        </li>
      ))}
    </Columns>
  );
}
