import type { OwnModule } from '@solvent/contracts';
import { Link } from '@solvent/router';
import { chakra, FINGER_TARGET, Flex, LinkButton, Panel, Stack, Text } from '@solvent/ui';
import { Pencil } from 'lucide-react';
import { countOf, dayOf, dollars } from '../../module/amounts.ts';
import { ModulePrice } from '../../module/module-price.tsx';
import { Rating } from '../../module/rating.tsx';
import { NewVersionButton } from './new-version/new-version-button.tsx';
import { DeleteAction } from './state/delete-action.tsx';
import { ModuleStateBadge } from './state/module-state-badge.tsx';
import { ReviewReport } from './state/review-report.tsx';
import { StatusAction } from './state/status-action.tsx';

const TitleLink = chakra(Link, {
  base: { ...FINGER_TARGET, color: 'fg', rounded: 'l1', _hover: { textDecoration: 'underline' }, focusVisibleRing: 'outside' },
});

function Figures({ module }: { module: OwnModule }) {
  return (
    <Flex columnGap="4" rowGap="1" wrap="wrap" color="fg.muted" fontVariantNumeric="tabular-nums">
      <span>Version {module.version}</span>
      <span>Updated {dayOf(module.updatedAt)}</span>
      <span>{countOf(module.downloads, 'download')}</span>
      <Rating rating={module.rating} ratingCount={module.ratingCount} />
      {module.priceCents > 0 || module.salesCount > 0 ? (
        <span>
          {countOf(module.salesCount, 'sale')}, {dollars(module.salesCents)}
        </span>
      ) : null}
    </Flex>
  );
}

/** An own module: its state, its figures, what its review says, and what can be done with it. */
export function OwnModuleRow({ module }: { module: OwnModule }) {
  return (
    <Panel as="article" aria-label={module.title}>
      <Stack gap="3">
        <Flex justify="space-between" align="flex-start" gap="3">
          <Stack gap="1.5" minW="0" align="flex-start">
            <ModuleStateBadge status={module.status} />
            <Text as="h3" textStyle="cardTitle" maxW="100%" overflowWrap="anywhere">
              <TitleLink to={`/toolbox/${encodeURIComponent(module.id)}`}>{module.title}</TitleLink>
            </Text>
          </Stack>
          <ModulePrice cents={module.priceCents} />
        </Flex>
        <Figures module={module} />
        <ReviewReport module={module} />
        {/* On a phone the words alone stand in one line. */}
        <Flex gap="2" wrap="wrap" css={{ smDown: { '& svg': { display: 'none' } } }}>
          <LinkButton
            to={`/toolbox/${encodeURIComponent(module.id)}/edit`}
            size="sm"
            variant="outline"
            colorPalette="gray"
            aria-label={`Edit ${module.title}`}
          >
            <Pencil size={14} aria-hidden />
            Edit
          </LinkButton>
          <NewVersionButton module={module} />
          <StatusAction module={module} />
          <DeleteAction module={module} />
        </Flex>
      </Stack>
    </Panel>
  );
}
