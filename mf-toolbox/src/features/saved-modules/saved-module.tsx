import type { ModuleListItem } from '@solvent/contracts';
import { Button, Panel, Stack, Text, TextLink } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';
import { ModuleCard } from '../../module/module-card.tsx';
import { useSaveModule } from '../../api/saved-modules.ts';

function useSavedState(id: string) {
  const [isSaved, setSaved] = useState(true);
  const { mutate } = useSaveModule(id);
  const changeSaved = (saved: boolean) => {
    setSaved(saved);
    mutate(saved, { onError: () => setSaved(!saved) });
  };
  return { isSaved, changeSaved };
}

interface CardProps {
  module: ModuleListItem;
  onClick: () => void;
}

const SavedCard = ({ module, isEager, onClick }: CardProps & { isEager: boolean }) => (
  <Stack gap="2" h="100%">
    <ModuleCard module={module} isEager={isEager} />
    <Button size="sm" variant="ghost" colorPalette="gray" aria-label={`Remove ${module.title}`} onClick={onClick}>
      Remove
    </Button>
  </Stack>
);

/** Offers Undo until the page is opened again. */
const RemovedCard = ({ module: { id, title }, onClick }: CardProps) => (
  <Panel as="article" aria-label={title} borderStyle="dashed">
    <Stack gap="3" align="flex-start">
      <Text color="fg.muted" maxW="100%" overflowWrap="anywhere">
        <TextLink to={`/toolbox/${encodeURIComponent(id)}`}>{title}</TextLink> is no longer saved.
      </Text>
      <Button variant="outline" colorPalette="gray" size="sm" onClick={onClick}>
        Undo
      </Button>
    </Stack>
  </Panel>
);

/** Keeps the focus when Remove and Undo replace each other. */
export function SavedModule({ module, isEager }: { module: ModuleListItem; isEager: boolean }) {
  const { isSaved, changeSaved } = useSavedState(module.id);
  const itemRef = useRef<HTMLLIElement>(null);
  const previousRef = useRef(isSaved);
  useEffect(() => {
    if (previousRef.current !== isSaved && document.activeElement === document.body)
      itemRef.current?.querySelector('button')?.focus();
    previousRef.current = isSaved;
  }, [isSaved]);
  return (
    <li ref={itemRef}>
      {isSaved ? (
        <SavedCard module={module} isEager={isEager} onClick={() => changeSaved(false)} />
      ) : (
        <RemovedCard module={module} onClick={() => changeSaved(true)} />
      )}
    </li>
  );
}
