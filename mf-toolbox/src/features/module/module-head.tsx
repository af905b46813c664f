import type { Module } from '@solvent/contracts';
import { Day, PersonLink, useListLink } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Badge, chakra, FINGER_TARGET, Flex, Heading, Stack } from '@solvent/ui';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Rating } from '../../module/module-facts.tsx';

const BreadcrumbLink = chakra(Link, {
  base: {
    ...FINGER_TARGET,
    rounded: 'l1',
    _hover: { color: 'fg', textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
});

const BreadcrumbItem = ({ children }: { children: ReactNode }) => (
  <Flex as="li" align="center" gap="1.5" flexShrink="0">
    {children}
    <ChevronRight size={14} aria-hidden />
  </Flex>
);

function Breadcrumb({ title }: { title: string }) {
  const listLink = useListLink('solvent.list.modules', '/toolbox');
  return (
    <nav aria-label="Breadcrumb">
      <Flex as="ol" align="center" gap="1.5" color="fg.muted" listStyleType="none" minW="0">
        <BreadcrumbItem>
          <BreadcrumbLink to="/home">Home</BreadcrumbLink>
        </BreadcrumbItem>
        <BreadcrumbItem>
          <BreadcrumbLink {...listLink}>Toolbox</BreadcrumbLink>
        </BreadcrumbItem>
        <chakra.li aria-current="page" color="fg" truncate minW="0">
          {title}
        </chakra.li>
      </Flex>
    </nav>
  );
}

export function ModuleHead({ module }: { module: Module }) {
  return (
    <Stack gap="3">
      <Breadcrumb title={module.title} />
      <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" overflowWrap="anywhere">
        {module.title}
      </Heading>
      <Flex align="center" columnGap="4" rowGap="2" wrap="wrap" color="fg.muted" fontVariantNumeric="tabular-nums">
        <PersonLink person={module.author} avatar={24} />
        <span>
          Updated <Day time={module.updatedAt} />
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
