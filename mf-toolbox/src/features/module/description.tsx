import { Text } from '@solvent/ui';
import { ModuleSection } from './module-section.tsx';

/** What the module is, in its author's words. */
export const Description = ({ children }: { children: string }) => (
  <ModuleSection title="Description">
    <Text textStyle="body" color="fg.muted" maxW="68ch" whiteSpace="pre-line" overflowWrap="anywhere">
      {children}
    </Text>
  </ModuleSection>
);
