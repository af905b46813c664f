import { CATEGORIES } from '@solvent/contracts';
import { Day, formatCount, formatMoney, PersonalArea, ProblemStatusBadge, RelativeTime, toCents } from '@solvent/kit';
import { Link } from '@solvent/router';
import {
  Badge,
  Box,
  chakra,
  Flex,
  Heading,
  LinkButton,
  Panel,
  PersonAvatar,
  Span,
  Text,
  VisuallyHidden,
  Wrap,
} from '@solvent/ui';
import { memo, useId } from 'react';
import type { ListedProblem } from '../api/problems.ts';
import { SaveButton } from './save-button.tsx';

/** For problems without a category (product 9.9). */
const DEFAULT_CATEGORY_LABEL = 'Frontend';

const StretchedLink = chakra(Link, {
  base: { outline: '0', _after: { content: '""', position: 'absolute', inset: '0', rounded: 'l3' } },
});

function Badges({ problem, titleId }: { problem: ListedProblem; titleId: string }) {
  const category = problem.category ? CATEGORIES[problem.category] : DEFAULT_CATEGORY_LABEL;
  return (
    <Flex gap="2" align="center" wrap="wrap" minH="20px">
      <ProblemStatusBadge status={problem.status} />
      <Badge variant="plain" colorPalette="gray" px="0" color="fg.muted" fontWeight="500">
        {category}
      </Badge>
      <Flex align="center" gap="1" ms="auto">
        {problem.createdAt ? <RelativeTime time={problem.createdAt} textStyle="meta" color="fg.subtle" /> : null}
        <PersonalArea display="flex">
          <SaveButton problem={problem} variant="card" aria-describedby={titleId} />
        </PersonalArea>
      </Flex>
    </Flex>
  );
}

const SHOWN_TAGS = 4;

function TagBadges({ tags }: { tags: readonly string[] }) {
  const hidden = tags.length - SHOWN_TAGS;
  if (tags.length === 0) return null;
  return (
    <Wrap gap="1.5" minW="0">
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag} variant="outline" colorPalette="gray" fontWeight="400" maxW="160px">
          <Span truncate>{tag}</Span>
        </Badge>
      ))}
      {hidden > 0 ? (
        <Badge variant="plain" colorPalette="gray" color="fg.subtle" px="0.5" title={tags.slice(SHOWN_TAGS).join(', ')}>
          +{hidden}
          <VisuallyHidden> more tags</VisuallyHidden>
        </Badge>
      ) : null}
    </Wrap>
  );
}

function Footer({ problem, href, titleId }: { problem: ListedProblem; href: string; titleId: string }) {
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} align={{ sm: 'center' }} gap="3" mt="3">
      <Flex align="center" gap="2" minW="0" flex="1">
        <PersonAvatar person={problem.user} diameter={20} />
        <Text truncate color="fg.muted">
          {problem.user.name}
        </Text>
        <Text whiteSpace="nowrap" color="fg.subtle" fontVariantNumeric="tabular-nums">
          <Span aria-hidden me="2">
            ·
          </Span>
          {formatCount(problem.bidCount, 'Bid')}
          {problem.doneBy ? (
            <>
              <Span aria-hidden mx="2">
                ·
              </Span>
              Done by <Day time={problem.doneBy} />
            </>
          ) : null}
        </Text>
      </Flex>
      <Flex align="center" justify="space-between" gap="4">
        <Text textStyle="cardTitle" fontWeight="700" fontVariantNumeric="tabular-nums">
          {problem.budget > 0 ? formatMoney(toCents(problem.budget)) : 'No budget yet'}
        </Text>
        <LinkButton to={href} variant="outline" colorPalette="gray" size="sm" position="relative" aria-describedby={titleId}>
          View Details
        </LinkButton>
      </Flex>
    </Flex>
  );
}

/** A problem in a list (product 2.18). Memoized: long lists must not re-render unchanged cards. */
export const ProblemCard = memo(function ProblemCard({ problem }: { problem: ListedProblem }) {
  const titleId = useId();
  const href = `/view-problems/${problem._id}`;
  return (
    <Panel
      as="article"
      aria-labelledby={titleId}
      position="relative"
      isolation="isolate"
      transition="border-color 150ms"
      _hover={{ borderColor: 'border.emphasized' }}
      css={{ '&:has(h2 a:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' } }}
    >
      <Badges problem={problem} titleId={titleId} />
      <Heading as="h2" id={titleId} textStyle="cardTitle" mt="2" lineClamp={2} overflowWrap="anywhere">
        <StretchedLink to={href}>{problem.title}</StretchedLink>
      </Heading>
      <Text color="fg.muted" mt="1" mb="3" lineClamp={2} overflowWrap="anywhere">
        {problem.description}
      </Text>
      <Box minH="20px">
        <TagBadges tags={problem.tags} />
      </Box>
      <Footer problem={problem} href={href} titleId={titleId} />
    </Panel>
  );
});
