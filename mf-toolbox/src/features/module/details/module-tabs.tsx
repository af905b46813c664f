import type { Module } from '@solvent/contracts';
import { Box, Button, chakra, Flex, Stack, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { ExternalLink } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Gallery } from '../previews/gallery.tsx';
import { DETAIL_TABS, TAB_LABELS, TABS_ID, useDetailTab } from './use-detail-tab.ts';
import type { DetailTab } from './use-detail-tab.ts';
import { Installation } from './installation.tsx';

function Documentation({ module: { documentation } }: { module: Module }) {
  if (!documentation.trim()) return <Text color="fg.muted">There is no documentation for this module.</Text>;
  return <Markdown text={documentation} headingsFrom={3} />;
}

const EXTERNAL_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

function ExternalLinkButton({ href, children }: { href: string; children: string }) {
  return (
    <Button asChild variant="outline" colorPalette="gray">
      <a href={href} {...EXTERNAL_LINK}>
        {children}
        <ExternalLink size={14} aria-hidden />
      </a>
    </Button>
  );
}

function Preview({ module }: { module: Module }) {
  const { previewImages, previewVideos, demoUrl, sandboxUrl } = module;
  const isEmpty = previewImages.length + previewVideos.length === 0 && !demoUrl && !sandboxUrl;
  if (isEmpty) return <Text color="fg.muted">The author has added no pictures, videos or demo.</Text>;
  return (
    <Stack gap="4">
      {demoUrl || sandboxUrl ? (
        <Flex gap="2" wrap="wrap">
          {demoUrl ? <ExternalLinkButton href={demoUrl}>Live demo</ExternalLinkButton> : null}
          {sandboxUrl ? <ExternalLinkButton href={sandboxUrl}>Sandbox</ExternalLinkButton> : null}
        </Flex>
      ) : null}
      <Gallery module={module} />
    </Stack>
  );
}

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

const ARROW_STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

interface TabListProps {
  /** Prefix of element ids: `{id}-{tab}-tab`, `{id}-panel`. */
  id: string;
  tab: DetailTab;
  onTab: (tab: DetailTab) => void;
}

function TabList({ id, tab, onTab }: TabListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  function selectTab(index: number) {
    const next = DETAIL_TABS.at(index % DETAIL_TABS.length);
    if (!next) return;
    onTab(next);
    listRef.current?.querySelector<HTMLElement>(`#${id}-${next}-tab`)?.focus();
  }
  function handleKey(event: KeyboardEvent) {
    const step = ARROW_STEPS[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    if (step !== undefined) return selectTab(DETAIL_TABS.indexOf(tab) + step);
    selectTab(event.key === 'Home' ? 0 : -1);
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
          {TAB_LABELS[name]}
        </Tab>
      ))}
    </Box>
  );
}

const PANELS: Record<DetailTab, typeof Preview> = {
  preview: Preview,
  installation: Installation,
  documentation: Documentation,
};

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
