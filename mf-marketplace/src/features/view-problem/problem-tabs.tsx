import { useSearchParams } from '@solvent/router';
import { Box, Tabs } from '@solvent/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';

interface ProblemTab {
  value: string;
  label: string;
  content: ReactNode;
}

interface ProblemTabsProps {
  label: string;
  initial: string;
  tabs: readonly ProblemTab[];
}

/** Sections are divided by lines; the first has the line of the tabs. */
const FIRST_SECTION = { '& > section:first-child, & > :first-child > section': { borderTopWidth: '0', pt: '0', mt: '0' } };

/** Parts of a problem, one at a time. `?tab=` of another state of the problem leads to the initial one. Paper has all. */
export function ProblemTabs({ label, initial, tabs }: ProblemTabsProps) {
  const [params, setParams] = useSearchParams();
  // Not in the address alone, which changes too late for a focus in the tab.
  const [selected, setSelected] = useState(params.get('tab'));
  const value = tabs.find((tab) => tab.value === selected)?.value ?? initial;
  const select = (next: string) => {
    setSelected(next);
    const changed = new URLSearchParams(params);
    if (next === initial) changed.delete('tab');
    else changed.set('tab', next);
    setParams(changed, { replace: true, preventScrollReset: true });
  };
  return (
    <Box minW="0">
      <Tabs.Root value={value} onValueChange={select}>
        <Tabs.List label={label}>
          {tabs.map((tab) => (
            <Tabs.Trigger key={tab.value} value={tab.value}>
              {tab.label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Content
            key={tab.value}
            value={tab.value}
            css={FIRST_SECTION}
            // Paper can't show what is `hidden`.
            hidden={undefined}
            style={{ display: tab.value === value ? 'block' : 'none' }}
            _print={{ display: 'block !important', mb: '8' }}
          >
            {tab.content}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Box>
  );
}
