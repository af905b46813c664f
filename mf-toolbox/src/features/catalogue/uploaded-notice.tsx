import type { Module } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { Panel, Text, TextLink } from '@solvent/ui';
import { moduleOptions } from '../../api/modules.ts';
import { isWithheld } from '../../module/secret-review.ts';

/** Undefined for a module that was withdrawn meanwhile. */
function describeState(module: Module): string | undefined {
  if (module.status === 'published') return 'Your module is published';
  if (module.status !== 'in-review') return undefined;
  return isWithheld(module) ? 'Your module is on hold' : 'Your module is in review';
}

/** Leads to the module that its author just uploaded (product 2.37). */
export function Component({ id }: { id: string }) {
  const { data: module } = useQuery(moduleOptions(id));
  const state = module && describeState(module);
  if (!module || !state) return null;
  return (
    <Panel role="status" bg="green.subtle" borderColor="green.muted" mb="5">
      <Text fontWeight="500" overflowWrap="anywhere">
        {state}: <TextLink to={`/toolbox/${encodeURIComponent(module.slug)}`}>{module.title}</TextLink>
      </Text>
      {module.status === 'published' ? null : (
        <Text mt="1">
          Follow it under <TextLink to="/toolbox/own">My Modules</TextLink>.
        </Text>
      )}
    </Panel>
  );
}
