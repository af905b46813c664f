import { useQuery } from '@solvent/http';
import { SimpleGrid } from '@solvent/ui';
import { ModuleCard } from '../../module/module-card.tsx';
import { relatedOptions } from '../../module/module-query.ts';
import { ModuleSection } from './module-section.tsx';

/** Other modules that may help. Nothing while there are none, or where they could not be had: the page is whole without them. */
export function Related({ moduleId }: { moduleId: string }) {
  const { data: modules = [] } = useQuery(relatedOptions(moduleId));
  if (modules.length === 0) return null;
  return (
    <ModuleSection title="Related Modules">
      <SimpleGrid as="ul" columns={{ base: 1, sm: 2, lg: 4 }} gap={{ base: '4', md: '6' }} listStyleType="none">
        {modules.map((module) => (
          <li key={module.id}>
            <ModuleCard module={module} first={false} />
          </li>
        ))}
      </SimpleGrid>
    </ModuleSection>
  );
}
