import type { Module } from '@solvent/contracts';
import { Box, Button, Flex, Stack, Tabs, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { ExternalLink } from 'lucide-react';
import { Gallery } from '../previews/gallery.tsx';
import { DETAIL_TABS, TAB_LABELS, TABS_ID, useDetailTab } from './use-detail-tab.ts';
import type { DetailTab } from './use-detail-tab.ts';
import { Installation } from './installation.tsx';

function Documentation({ module: { documentation, repositoryUrl } }: { module: Module }) {
  if (!documentation.trim()) return <Text color="fg.muted">There is no documentation for this module.</Text>;
  return <Markdown text={documentation} headingsFrom={3} repositoryUrl={repositoryUrl} />;
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
  const hasMedia = previewImages.length + previewVideos.length > 0;
  return (
    <Stack gap="4">
      {demoUrl || sandboxUrl ? (
        <Flex gap="2" wrap="wrap">
          {demoUrl ? <ExternalLinkButton href={demoUrl}>Live demo</ExternalLinkButton> : null}
          {sandboxUrl ? <ExternalLinkButton href={sandboxUrl}>Sandbox</ExternalLinkButton> : null}
        </Flex>
      ) : null}
      {hasMedia ? <Gallery module={module} /> : <Documentation module={module} />}
    </Stack>
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
      <Tabs.Root value={tab} onValueChange={setTab}>
        <Tabs.List label="About this module">
          {DETAIL_TABS.map((name) => (
            <Tabs.Trigger key={name} value={name}>
              {TAB_LABELS[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={tab} minH="80px">
          <Panel module={module} />
        </Tabs.Content>
      </Tabs.Root>
    </Box>
  );
}
