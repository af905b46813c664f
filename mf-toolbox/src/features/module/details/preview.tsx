import type { Module } from '@solvent/contracts';
import { Button, Flex, Stack, Text } from '@solvent/ui';
import { ExternalLink } from 'lucide-react';
import { Gallery } from '../previews/gallery.tsx';

const OUTWARD = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

function Outward({ href, children }: { href: string; children: string }) {
  return (
    <Button asChild variant="outline" colorPalette="gray">
      <a href={href} {...OUTWARD}>
        {children}
        <ExternalLink size={14} aria-hidden />
      </a>
    </Button>
  );
}

/** What there is to see: pictures, videos, and where it runs. */
export function Preview({ module }: { module: Module }) {
  const { previewImages, previewVideos, demoUrl, sandboxUrl } = module;
  const isEmpty = previewImages.length + previewVideos.length === 0 && !demoUrl && !sandboxUrl;
  if (isEmpty) return <Text color="fg.muted">The author has added no pictures, videos or demo.</Text>;
  return (
    <Stack gap="4">
      {demoUrl || sandboxUrl ? (
        <Flex gap="2" wrap="wrap">
          {demoUrl ? <Outward href={demoUrl}>Live demo</Outward> : null}
          {sandboxUrl ? <Outward href={sandboxUrl}>Sandbox</Outward> : null}
        </Flex>
      ) : null}
      <Gallery module={module} />
    </Stack>
  );
}
