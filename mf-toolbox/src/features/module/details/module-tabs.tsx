import type { Module } from '@solvent/contracts';
import { Box } from '@solvent/ui';
import { TABS_ID, useDetailTab } from './detail-tab.ts';
import type { DetailTab } from './detail-tab.ts';
import { Documentation } from './documentation.tsx';
import { Installation } from './installation.tsx';
import { Preview } from './preview.tsx';
import { TabList } from './tab-list.tsx';

const PANELS: Record<DetailTab, typeof Preview> = {
  preview: Preview,
  installation: Installation,
  documentation: Documentation,
};

/** How it looks, how it is installed, and what its author wrote about it (spec 2). */
export function ModuleTabs({ module }: { module: Module }) {
  const { tab, setTab } = useDetailTab();
  const Panel = PANELS[tab];
  return (
    <Box id={TABS_ID} scrollMarginTop="72px">
      <TabList id={TABS_ID} tab={tab} onTab={setTab} />
      <Box role="tabpanel" id={`${TABS_ID}-panel`} aria-labelledby={`${TABS_ID}-${tab}-tab`} minH="80px">
        <Panel module={module} />
      </Box>
    </Box>
  );
}
