import { CATEGORIES } from '@solvent/contracts';
import { ProblemStatusBadge, RelativeTime } from '@solvent/kit';
import { Badge, Flex, Heading, LinkButton, Span, Wrap } from '@solvent/ui';
import { ArrowLeft } from 'lucide-react';
import { CATEGORY_ICONS } from '../../problem/category-icons.ts';
import { counted } from './counted.ts';
import { PersonLink } from '../../person/person-link.tsx';
import { PersonRating } from '../../person/person-rating.tsx';
import type { DetailedProblem } from './problem-detail.ts';

function CategoryBadge({ category = 'frontend' }: Pick<DetailedProblem, 'category'>) {
  const Icon = CATEGORY_ICONS[category];
  return (
    <Badge variant="subtle" colorPalette="gray">
      <Icon size={12} aria-hidden />
      {CATEGORIES[category]}
    </Badge>
  );
}

const Dot = () => (
  <Span aria-hidden color="fg.subtle">
    ·
  </Span>
);

/** Who posted it and when, and how often it was read. */
function Origin({ problem: { user, posterRating, createdAt, viewCount } }: { problem: DetailedProblem }) {
  return (
    <Flex columnGap="2" rowGap="1" mt="3" color="fg.muted" minW="0" align="center" wrap="wrap" fontVariantNumeric="tabular-nums">
      <PersonLink person={user} withAvatar />
      <PersonRating {...posterRating} />
      {createdAt ? (
        <>
          <Dot />
          <RelativeTime time={createdAt} color="fg.subtle" />
        </>
      ) : null}
      <Dot />
      <Span color="fg.subtle" whiteSpace="nowrap">
        {counted(viewCount, 'view', 'views')}
      </Span>
    </Flex>
  );
}

/** The top of a problem's page: the way back, state, category, title and origin. */
export function ProblemHead({ problem }: { problem: DetailedProblem }) {
  return (
    <>
      <LinkButton to="/problems" variant="ghost" colorPalette="gray" size="sm" ms="-3" mb="3">
        <ArrowLeft size={16} aria-hidden />
        Back to problems
      </LinkButton>
      <Wrap gap="2">
        <ProblemStatusBadge status={problem.status} />
        <CategoryBadge category={problem.category} />
      </Wrap>
      <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" mt="3" overflowWrap="anywhere">
        {problem.title}
      </Heading>
      <Origin problem={problem} />
    </>
  );
}
