import type { ModuleListItem, ModulesResponse } from '@solvent/contracts';
import { http, queryOptions, useQuery } from '@solvent/http';
import { formatMoney, requireField } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, Grid, Heading, Image, LinkButton, Skeleton, Text, useBrokenImage } from '@solvent/ui';
import { ArrowRight } from 'lucide-react';
import { Section } from './section.tsx';

const SHOWN_COUNT = 3;

const popularModulesOptions = queryOptions({
  queryKey: ['modules', 'popular'],
  queryFn: async ({ signal }) => {
    const params = { sort: 'popular', limit: SHOWN_COUNT };
    const { data } = await http.get<Partial<ModulesResponse>>('/modules', { params, signal });
    return requireField(data, 'modules');
  },
});

const Card = chakra('article', {
  base: {
    position: 'relative',
    h: '100%',
    bg: 'bg.panel',
    borderWidth: '1px',
    rounded: 'l3',
    overflow: 'hidden',
    transition: 'border-color 150ms',
    _hover: { borderColor: 'brand.border' },
    _focusWithin: { borderColor: 'brand.focusRing' },
  },
});

/** Covers the card. */
const CardLink = chakra(Link, {
  base: {
    outline: '0',
    _before: { content: '""', position: 'absolute', inset: '0', zIndex: '1' },
    _focusVisible: { textDecoration: 'underline' },
  },
});

function ModuleCard({ module: { id, title, description, previewImage, author, priceCents } }: { module: ModuleListItem }) {
  const { isBroken, imageProps } = useBrokenImage(previewImage);
  return (
    <Card>
      <Box aspectRatio={16 / 9} bg="bg.muted" borderBottomWidth="1px" hideBelow="md">
        {previewImage && !isBroken ? (
          <Image src={previewImage} alt="" w="100%" h="100%" objectFit="cover" loading="lazy" {...imageProps} />
        ) : null}
      </Box>
      <Box p="4">
        <Flex justify="space-between" align="baseline" gap="3">
          <Heading as="h3" textStyle="cardTitle" minW="0" truncate>
            <CardLink to={`/toolbox/${encodeURIComponent(id)}`}>{title}</CardLink>
          </Heading>
          <Text fontWeight="600" fontVariantNumeric="tabular-nums">
            {priceCents === 0 ? 'Free' : formatMoney(priceCents)}
          </Text>
        </Flex>
        <Text color="fg.muted" mt="1" h="2lh" lineClamp={2} overflowWrap="anywhere">
          {description}
        </Text>
        <Text textStyle="meta" color="fg.muted" mt="2" truncate>
          {author.name}
        </Text>
      </Box>
    </Card>
  );
}

const CardSkeleton = () => (
  <Card aria-hidden>
    <Skeleton aspectRatio={16 / 9} rounded="0" hideBelow="md" />
    <Skeleton m="4" h="94px" />
  </Card>
);

function Modules() {
  const { data, isError } = useQuery(popularModulesOptions);
  if (isError || data?.length === 0) return null;
  return (
    <Grid as="ul" listStyleType="none" templateColumns={{ md: 'repeat(3, minmax(0, 1fr))' }} gap={{ base: '3', md: '6' }} mb="6">
      {Array.from({ length: data?.length ?? SHOWN_COUNT }, (_, index) => {
        const module = data?.[index];
        return <li key={index}>{module ? <ModuleCard module={module} /> : <CardSkeleton />}</li>;
      })}
    </Grid>
  );
}

/** Three modules (product 2.69). Only the link is shown if there are none. */
export function Component() {
  return (
    <Section title="From the Toolbox" text="Code modules by developers, ready to build into your project.">
      <Modules />
      <LinkButton to="/toolbox" variant="outline" colorPalette="gray">
        Browse the Toolbox
        <ArrowRight size={16} aria-hidden />
      </LinkButton>
    </Section>
  );
}
