import { SkeletonRegion } from '@solvent/kit';
import { Flex, Heading, LinkButton, Panel, Skeleton, useHydrated } from '@solvent/ui';
import { preloadMarkdown } from '@solvent/ui/markdown';
import { useEffect, useId, useState } from 'react';
import type { ComponentProps, PropsWithChildren, ReactNode } from 'react';

/** The `aside` of a section. */
export const ProfileLink = (props: ComponentProps<typeof LinkButton>) => (
  <LinkButton variant="ghost" size="sm" my="-2" me="-3" flexShrink="0" {...props} />
);

interface ProfileSectionProps {
  title: string;
  aside?: ReactNode;
}

export function ProfileSection({ title, aside, children }: PropsWithChildren<ProfileSectionProps>) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id}>
      <Flex justify="space-between" align="baseline" gap="3" mb="3">
        <Heading as="h2" id={id} textStyle="cardTitle">
          {title}
        </Heading>
        {aside}
      </Flex>
      {children}
    </Panel>
  );
}

export function SectionSkeleton({ label, minH }: { label: string; minH: string }) {
  return (
    <SkeletonRegion label={label} minH={minH} gap="2" py="3">
      <Skeleton h="4" w="40%" />
      <Skeleton h="4" w="60%" />
    </SkeletonRegion>
  );
}

let isMarkdownLoaded = false;

/** Preloads the Markdown renderer, so that a bio has its final height at first render. True after a failure, too. */
export function useMarkdownReady(): boolean {
  // Server rendering and hydration wait for the renderer.
  const isHydrated = useHydrated();
  const [isReady, setIsReady] = useState(isMarkdownLoaded || !isHydrated);
  useEffect(() => {
    let isMounted = true;
    void preloadMarkdown().then(() => {
      isMarkdownLoaded = true;
      if (isMounted) setIsReady(true);
    });
    return () => {
      isMounted = false;
    };
  }, []);
  return isReady;
}
