import type { Module } from '@solvent/contracts';
import { Badge, Button, Flex, Stack } from '@solvent/ui';
import { ExternalLink, GitBranch } from 'lucide-react';
import { AuthorCard } from './author-card.tsx';
import { InformationCard } from './information-card.tsx';
import { SideCard } from './side-card.tsx';
import { SupportCard } from './support-card.tsx';

const Repository = ({ url }: { url: string }) => (
  <SideCard title="Repository">
    <Button asChild variant="outline" colorPalette="gray" w="100%">
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        <GitBranch size={16} aria-hidden />
        View Repository
        <ExternalLink size={14} aria-hidden />
      </a>
    </Button>
  </SideCard>
);

const TechStack = ({ tags }: { tags: string[] }) => (
  <SideCard title="Tech Stack">
    <Flex as="ul" aria-label="Technologies" gap="1.5" wrap="wrap" listStyleType="none">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge variant="outline" colorPalette="gray">
            {tag}
          </Badge>
        </li>
      ))}
    </Flex>
  </SideCard>
);

/** The facts beside a module's text (spec 2). */
export function SideCards({ module }: { module: Module }) {
  return (
    <Stack gap="4">
      <InformationCard module={module} />
      {module.repositoryUrl ? <Repository url={module.repositoryUrl} /> : null}
      <TechStack tags={module.tags} />
      <AuthorCard module={module} />
      <SupportCard module={module} />
    </Stack>
  );
}
