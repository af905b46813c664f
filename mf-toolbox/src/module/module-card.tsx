import type { ModuleListItem } from '@solvent/contracts';
import { formatCount } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Badge, Box, chakra, Flex, HStack, PersonAvatar, Text } from '@solvent/ui';
import { Download } from 'lucide-react';
import { ModulePreview } from './module-preview.tsx';
import { ModulePrice, Rating } from './module-facts.tsx';

const TAGS_SHOWN = 3;

const Card = chakra('article', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    h: '100%',
    bg: 'bg.panel',
    borderWidth: '1px',
    rounded: 'l3',
    overflow: 'hidden',
    transitionProperty: 'border-color',
    transitionDuration: '150ms',
    _hover: { borderColor: 'border.control' },
    _focusWithin: { borderColor: 'brand.focusRing' },
  },
});

/** Covers the card, so that all of it is clickable. */
const TitleLink = chakra(Link, {
  base: {
    outline: '0',
    _before: { content: '""', position: 'absolute', inset: '0', zIndex: '1', rounded: 'l3' },
    _focusVisible: { textDecoration: 'underline' },
  },
});

function Figures({ module }: { module: ModuleListItem }) {
  return (
    <Flex gap="4" textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
      <Rating rating={module.rating} ratingCount={module.ratingCount} />
      <HStack as="span" gap="1">
        <Download size={14} aria-hidden />
        {formatCount(module.downloads, 'download')}
      </HStack>
    </Flex>
  );
}

function Tags({ tags }: { tags: string[] }) {
  const hidden = tags.length - TAGS_SHOWN;
  return (
    <Flex gap="1.5" wrap="wrap">
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <Badge key={tag} variant="subtle" colorPalette="gray">
          {tag}
        </Badge>
      ))}
      {hidden > 0 ? (
        <Badge variant="outline" colorPalette="gray" title={tags.slice(TAGS_SHOWN).join(', ')}>
          +{hidden}
        </Badge>
      ) : null}
    </Flex>
  );
}

/** A module in the catalogue (product 2.29). */
export function ModuleCard({ module, isEager }: { module: ModuleListItem; isEager: boolean }) {
  return (
    <Card>
      <ModulePreview module={module} isEager={isEager} />
      <Flex direction="column" flex="1" gap="3" p="4">
        <Box>
          <Text as="h3" textStyle="cardTitle" lineClamp={2} overflowWrap="anywhere">
            <TitleLink dir="auto" to={`/toolbox/${encodeURIComponent(module.id)}`}>
              {module.title}
            </TitleLink>
          </Text>
          <Text color="fg.muted" mt="1" lineClamp={2} overflowWrap="anywhere">
            {module.description}
          </Text>
        </Box>
        <Tags tags={module.tags} />
        <Box flex="1" />
        <Figures module={module} />
        <Flex align="center" justify="space-between" gap="3" pt="3" borderTopWidth="1px">
          <HStack gap="2" minW="0">
            <PersonAvatar person={module.author} diameter={20} />
            <Text color="fg.muted" truncate>
              {module.author.name}
            </Text>
          </HStack>
          <ModulePrice cents={module.priceCents} />
        </Flex>
      </Flex>
    </Card>
  );
}
