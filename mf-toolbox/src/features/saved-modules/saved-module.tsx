import type { ModuleListItem } from '@solvent/contracts';
import { Button, Panel, Stack, Text, TextLink } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { ModuleCard } from '../../module/module-card.tsx';
import { useSaveModule } from '../../api/saved-modules.ts';

/** Shown at once; where the server did not follow, it is as it was. */
function useTaking(id: string) {
  const [isSaved, setSaved] = useState(true);
  const { mutate } = useSaveModule(id);
  const set = (saved: boolean) => {
    setSaved(saved);
    mutate(saved, { onError: () => setSaved(!saved) });
  };
  return { isSaved, set };
}

interface PartProps {
  module: ModuleListItem;
  onPress: () => void;
}

const Kept = ({ module, first, onPress }: PartProps & { first: boolean }) => (
  <Stack gap="2" h="100%">
    <ModuleCard module={module} first={first} />
    <Button size="sm" variant="ghost" colorPalette="gray" aria-label={`Remove ${module.title}`} onClick={onPress}>
      Remove
    </Button>
  </Stack>
);

/** In the place of what was taken back, until one comes here anew: the way back. */
const TakenBack = ({ module: { id, title }, onPress }: PartProps) => (
  <Panel as="article" aria-label={title} borderStyle="dashed">
    <Stack gap="3" align="flex-start">
      <Text color="fg.muted" maxW="100%" overflowWrap="anywhere">
        <TextLink to={`/toolbox/${encodeURIComponent(id)}`}>{title}</TextLink> is no longer saved.
      </Text>
      <Button variant="outline" colorPalette="gray" size="sm" onClick={onPress}>
        Undo
      </Button>
    </Stack>
  </Panel>
);

/** A saved module, or the way back to it; the button that comes takes the focus of the one that goes. */
export function SavedModule({ module, first }: { module: ModuleListItem; first: boolean }) {
  const { isSaved, set } = useTaking(module.id);
  const itemRef = useRef<HTMLLIElement>(null);
  const shown = useRef(isSaved);
  useEffect(() => {
    if (shown.current !== isSaved && document.activeElement === document.body) itemRef.current?.querySelector('button')?.focus();
    shown.current = isSaved;
  }, [isSaved]);
  return (
    <li ref={itemRef}>
      {isSaved ? (
        <Kept module={module} first={first} onPress={() => set(false)} />
      ) : (
        <TakenBack module={module} onPress={() => set(true)} />
      )}
    </li>
  );
}
