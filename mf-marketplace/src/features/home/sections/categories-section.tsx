import { CATEGORIES, CATEGORY_VALUES } from '@solvent/contracts';
import type { Category } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { Box, chakra, Grid, Span, VisuallyHidden } from '@solvent/ui';
import { ArrowRight } from 'lucide-react';
import { useCategoryCounts } from '../../../api/problem-counts.ts';
import { INITIAL_QUERY } from '../../../api/problems.ts';
import { CATEGORY_ICONS } from '../../../problem/category-icons.ts';
import { Section } from './section.tsx';

const CategoryTile = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: { base: '2', md: '3' },
    minH: { base: '44px', md: '60px' },
    px: '4',
    bg: 'bg.panel',
    borderWidth: '1px',
    rounded: { base: 'full', md: 'l3' },
    transition: 'border-color 150ms',
    _hover: { borderColor: 'brand.border' },
    focusVisibleRing: 'outside',
  },
});

function CategoryLink({ category, count }: { category: Category; count: number | undefined }) {
  const Icon = CATEGORY_ICONS[category];
  return (
    <CategoryTile to={`/problems?category=${category}`}>
      <Box color="brand.fg" aria-hidden>
        <Icon size={18} />
      </Box>
      <Span fontWeight="500" flex="1" minW="0">
        {CATEGORIES[category]}
      </Span>
      <Span color="fg.subtle" fontVariantNumeric="tabular-nums" minW={{ md: '3ch' }} textAlign="end">
        {count}
        {count === undefined ? null : <VisuallyHidden> {count === 1 ? 'problem' : 'problems'}</VisuallyHidden>}
      </Span>
    </CategoryTile>
  );
}

export function Component() {
  const { counts } = useCategoryCounts(INITIAL_QUERY);
  return (
    <Section title="Browse by category" text="From a broken layout to a slow query: find the problems in your field.">
      <Grid
        display={{ base: 'flex', md: 'grid' }}
        flexWrap="wrap"
        templateColumns={{ md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' }}
        gap={{ base: '2', md: '3' }}
      >
        {CATEGORY_VALUES.map((category) => (
          <CategoryLink key={category} category={category} count={counts[category]} />
        ))}
        <CategoryTile
          to="/problems"
          gridColumn={{ lg: 'span 2' }}
          color="brand.fg"
          fontWeight="500"
          justifyContent="space-between"
        >
          All problems
          <ArrowRight size={18} aria-hidden />
        </CategoryTile>
      </Grid>
    </Section>
  );
}
