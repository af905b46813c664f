import { formatNumber } from '@solvent/contracts';
import { Link, useNavigate } from '@solvent/router';
import { Box, chakra, Flex, Span } from '@solvent/ui';
import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

const TabLink = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: { base: '44px', md: '36px' },
    px: '3',
    fontWeight: '500',
    whiteSpace: 'nowrap',
    color: 'fg.muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    focusVisibleRing: 'inside',
    _hover: { color: 'fg' },
    _selected: { color: 'fg', borderColor: 'brand.solid' },
  },
});

export interface StatusTab {
  status: string;
  label: string;
  count: number | undefined;
  to: string;
}

function getTabAfter<Tab>(tabs: readonly Tab[], at: number, key: string): Tab | undefined {
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(at - 1);
  if (key === 'Home') return tabs[0];
  return key === 'End' ? tabs.at(-1) : undefined;
}

interface StatusTabsProps {
  label: string;
  tabs: readonly StatusTab[];
  selected: string;
  children: ReactNode;
}

export function StatusTabs({ label, tabs, selected, children }: StatusTabsProps) {
  const navigate = useNavigate();
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  const getTabId = (status: string) => `${id}-${status}`;
  const panelId = getTabId('panel');
  const selectedId = getTabId(selected);
  const hasCounts = tabs.every(({ count }) => count !== undefined);
  useEffect(() => {
    // Scrolls to the selected tab: on phones the row is wider than the screen.
    const tab = document.getElementById(selectedId);
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - row.current.clientWidth / 3;
  }, [selectedId, hasCounts]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex(({ status }) => status === selected);
    const next = getTabAfter(tabs, at, event.key);
    if (!next) return;
    event.preventDefault();
    void navigate(next.to, { replace: true });
    document.getElementById(getTabId(next.status))?.focus();
  };
  return (
    <>
      <Flex
        ref={row}
        position="relative"
        role="tablist"
        aria-label={label}
        boxShadow="inset 0 -1px var(--chakra-colors-border)"
        overflowX="auto"
        mb="5"
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ status, label: text, count, to }) => (
          <TabLink
            key={status}
            id={getTabId(status)}
            to={to}
            replace
            role="tab"
            aria-selected={status === selected}
            aria-controls={panelId}
            tabIndex={status === selected ? 0 : -1}
          >
            {text}
            <Span textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums">
              {count === undefined ? null : formatNumber(count)}
            </Span>
          </TabLink>
        ))}
      </Flex>
      <Box role="tabpanel" id={panelId} aria-labelledby={selectedId}>
        {children}
      </Box>
    </>
  );
}
