import { Button, Panel, Text } from '@solvent/ui';
import { Undo2 } from 'lucide-react';
import type { FocusAfter } from './list-actions.tsx';
import { useRestoreCleared } from './notifications.ts';

export function Component({ onRestored, heading }: FocusAfter & { onRestored: () => void }) {
  const restore = useRestoreCleared(() => {
    heading()?.focus();
    onRestored();
  });
  return (
    <Panel display="flex" alignItems="center" justifyContent="space-between" gap="4" p="3" mb="5">
      <Text>Your notifications were cleared.</Text>
      <Button variant="outline" colorPalette="gray" size="sm" onClick={restore}>
        <Undo2 size={16} aria-hidden />
        Undo
      </Button>
    </Panel>
  );
}
