import { Button, HStack } from '@chakra-ui/react';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';

export type MarkdownTab = 'write' | 'preview';

const other = (tab: MarkdownTab): MarkdownTab => (tab === 'write' ? 'preview' : 'write');

interface WritePreviewTabsProps {
  label: string;
  writeLabel: string;
  /** Prefix of the panels' ids: `{id}-write` and `{id}-preview`. */
  id: string;
  tab: MarkdownTab;
  onTab: (tab: MarkdownTab) => void;
}

export function WritePreviewTabs({ label, writeLabel, id, tab, onTab }: WritePreviewTabsProps) {
  const listRef = useRef<HTMLDivElement>(null);
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = other(tab);
    onTab(next);
    listRef.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
  return (
    <HStack ref={listRef} role="tablist" aria-label={label} gap="1" onKeyDown={handleKey}>
      {(['write', 'preview'] as const).map((name) => (
        <Button
          key={name}
          role="tab"
          type="button"
          size="xs"
          variant={name === tab ? 'subtle' : 'ghost'}
          colorPalette="gray"
          data-tab={name}
          aria-selected={name === tab}
          aria-controls={name === tab ? `${id}-${name}` : undefined}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {name === 'write' ? writeLabel : 'Preview'}
        </Button>
      ))}
    </HStack>
  );
}
