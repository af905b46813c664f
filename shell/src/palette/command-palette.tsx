import { SEARCH_MAX, cutText } from '@solvent/contracts';
import { useNavigate } from '@solvent/router';
import { Input, InputGroup, isComposing, VisuallyHidden } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { PaletteGroup } from './palette-groups.ts';
import { getOptionId, PaletteList } from './palette-list.tsx';
import { usePaletteGroups } from './palette-groups.ts';

const summarizeGroups = (groups: readonly PaletteGroup[]) =>
  groups.map(({ title, entries, note }) => note ?? `${title}: ${entries.length}`).join(', ');

/** Searches the whole product (product 10.14). Focus stays in the field; arrow keys move the active option. */
export function Component({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const listId = useId();
  const { draft, setDraft, searchNow, groups, titles, isStale } = usePaletteGroups();
  const [highlighted, setHighlighted] = useState<string>();
  const entries = groups.flatMap((group) => group.entries);
  const activeIndex = Math.max(
    entries.findIndex(({ to }) => to === highlighted),
    0,
  );
  const active = entries[activeIndex];

  function type(text: string) {
    setDraft(text);
    setHighlighted(undefined);
  }

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setHighlighted(entries.at((activeIndex + step) % entries.length)?.to);
    else if (event.key === 'Enter' && active && !(isStale && highlighted === undefined)) {
      onClose();
      if (active.run) active.run();
      else void navigate(active.to);
    } else if (event.key === 'Enter') searchNow();
    else return;
    event.preventDefault();
  }

  return (
    <Modal open onClose={onClose} title="Search Solvent" size="lg">
      <InputGroup startElement={<Search size={16} aria-hidden />}>
        <Input
          data-autofocus=""
          role="combobox"
          aria-label="Search Solvent"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? getOptionId(listId, active) : undefined}
          autoComplete="off"
          enterKeyHint="go"
          placeholder={`${['Actions', 'pages', ...titles].join(', ')}…`}
          value={draft}
          onChange={(event) => type(cutText(event.target.value, SEARCH_MAX))}
          onKeyDown={handleKey}
        />
      </InputGroup>
      <VisuallyHidden role="status">{summarizeGroups(groups)}</VisuallyHidden>
      <PaletteList id={listId} groups={groups} active={active} onChoose={onClose} />
    </Modal>
  );
}
