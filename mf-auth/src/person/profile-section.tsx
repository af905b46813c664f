import { SkeletonRegion } from '@solvent/kit';
import { Flex, Heading, Panel, Skeleton, useHydrated } from '@solvent/ui';
import { preloadMarkdown } from '@solvent/ui/markdown';
import { useEffect, useId, useState } from 'react';
import type { PropsWithChildren, ReactNode } from 'react';

interface ProfileSectionProps {
  title: string;
  /** Beside the heading: a count, a link to all. */
  aside?: ReactNode;
}

/** A panel of a profile under its own heading. */
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

/** While what a section shows loads. @param minH the height that it has at least */
export function SectionSkeleton({ label, minH }: { label: string; minH: string }) {
  return (
    <SkeletonRegion label={label} minH={minH} gap="2" py="3">
      <Skeleton h="4" w="40%" />
      <Skeleton h="4" w="60%" />
    </SkeletonRegion>
  );
}

let isMarkdownLoaded = false;

/** Fetches what shows a bio while the profile comes; true once it is there or has failed: a bio then has its height at once. */
export function useMarkdownReady(): boolean {
  // A server waits for it, and so does what takes over the server's page.
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
