import { CATEGORIES } from '@solvent/contracts';
import { Badge, Box, Flex, Heading, HStack, LinkButton, Panel, RelativeTime, Span, Wrap } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { ArrowLeft } from 'lucide-react';
import { CATEGORY_ICONS } from '../../problem/category-icons.ts';
import { StatusBadge } from '../../problem/status-badge.tsx';
import { ProblemColumns } from './problem-columns.tsx';
import type { DetailedProblem } from './problem-detail.ts';
import { ProblemFacts } from './problem-facts.tsx';
import { Poster } from './poster.tsx';
import { ShareButton } from './share-button.tsx';

interface PartProps {
  problem: DetailedProblem;
}

function Head({ problem }: PartProps) {
  const { category = 'frontend', status, title, user, createdAt } = problem;
  const Icon = CATEGORY_ICONS[category];
  return (
    <>
      <Wrap gap="2">
        <StatusBadge status={status} />
        <Badge variant="subtle" colorPalette="gray">
          <Icon size={12} aria-hidden />
          {CATEGORIES[category]}
        </Badge>
      </Wrap>
      <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" mt="3" overflowWrap="anywhere">
        {title}
      </Heading>
      <HStack gap="2" mt="3" color="fg.muted" minW="0">
        <Poster person={user} />
        <Span aria-hidden color="fg.subtle">
          ·
        </Span>
        {createdAt ? <RelativeTime time={createdAt} color="fg.subtle" fontVariantNumeric="tabular-nums" /> : null}
      </HStack>
    </>
  );
}

function Side({ problem }: PartProps) {
  return (
    <Panel as="aside" aria-label="Budget and bids">
      <ProblemFacts problem={problem} />
      <Flex direction={{ base: 'row', lg: 'column' }} wrap="wrap" gap="2" mt="4">
        <ShareButton title={problem.title} />
        <LinkButton to="/problems" variant="ghost" colorPalette="gray" flex={{ base: '1 0 auto', lg: 'none' }}>
          <ArrowLeft size={16} aria-hidden />
          Back to problems
        </LinkButton>
      </Flex>
    </Panel>
  );
}

/** All of them, while a card shows four. */
function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Wrap as="ul" aria-label="Tags" gap="1.5" mt="8" listStyleType="none">
      {tags.map((tag) => (
        <Badge as="li" key={tag} variant="outline" colorPalette="gray" fontWeight="400" maxW="full">
          <Span truncate>{tag}</Span>
        </Badge>
      ))}
    </Wrap>
  );
}

/** A problem, read in full. */
export function ProblemArticle({ problem }: PartProps) {
  const body = (
    <Box borderTopWidth="1px" pt="6">
      <Markdown text={problem.body} />
      <Tags tags={problem.tags} />
    </Box>
  );
  return (
    <article>
      <ProblemColumns head={<Head problem={problem} />} side={<Side problem={problem} />} body={body} />
    </article>
  );
}
