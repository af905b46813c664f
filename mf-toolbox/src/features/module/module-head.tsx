import type { Module } from '@solvent/contracts';
import { Badge, chakra, Flex, Heading, Stack } from '@solvent/ui';
import { dayOf } from '../../module/amounts.ts';
import { AuthorLink } from '../../module/author-link.tsx';
import { Rating } from '../../module/rating.tsx';
import { Breadcrumb } from './breadcrumb.tsx';

/** The way here, what it is called, who wrote it, how new and how good it is, and its tags (spec 2). */
export function ModuleHead({ module }: { module: Module }) {
  return (
    <Stack gap="3">
      <Breadcrumb title={module.title} />
      <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" overflowWrap="anywhere">
        {module.title}
      </Heading>
      <Flex align="center" columnGap="4" rowGap="2" wrap="wrap" color="fg.muted" fontVariantNumeric="tabular-nums">
        <AuthorLink person={module.author} />
        <span>
          Updated <chakra.time dateTime={module.updatedAt}>{dayOf(module.updatedAt)}</chakra.time>
        </span>
        <Rating rating={module.rating} ratingCount={module.ratingCount} />
      </Flex>
      <Flex as="ul" aria-label="Tags" gap="1.5" wrap="wrap" listStyleType="none">
        {module.tags.map((tag) => (
          <li key={tag}>
            <Badge variant="subtle" colorPalette="gray">
              {tag}
            </Badge>
          </li>
        ))}
      </Flex>
    </Stack>
  );
}
