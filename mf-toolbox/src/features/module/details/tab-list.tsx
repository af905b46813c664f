import { Box, chakra } from '@solvent/ui';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { DETAIL_TABS, TAB_WORDS } from './detail-tab.ts';
import type { DetailTab } from './detail-tab.ts';

const Tab = chakra('button', {
  base: {
    px: '3',
    minH: '44px',
    color: 'fg.muted',
    fontWeight: '500',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    mb: '-1px',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    _selected: { color: 'fg', borderColor: 'brand.solid' },
    focusVisibleRing: 'inside',
  },
});

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

interface TabListProps {
  /** Tabs are `{id}-{tab}-tab`, the panel is `{id}-panel`. */
  id: string;
  tab: DetailTab;
  onTab: (tab: DetailTab) => void;
}

/** The tabs; the arrow keys, Home and End go between them. */
export function TabList({ id, tab, onTab }: TabListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  function go(to: number) {
    const next = DETAIL_TABS.at(to % DETAIL_TABS.length);
    if (!next) return;
    onTab(next);
    listRef.current?.querySelector<HTMLElement>(`#${id}-${next}-tab`)?.focus();
  }
  function handleKey(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    if (step !== undefined) return go(DETAIL_TABS.indexOf(tab) + step);
    go(event.key === 'Home' ? 0 : -1);
  }
  return (
    <Box ref={listRef} role="tablist" aria-label="About this module" borderBottomWidth="1px" mb="5" onKeyDown={handleKey}>
      {DETAIL_TABS.map((name) => (
        <Tab
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}-tab`}
          aria-selected={name === tab}
          aria-controls={name === tab ? `${id}-panel` : undefined}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {TAB_WORDS[name]}
        </Tab>
      ))}
    </Box>
  );
}
