import type { OwnedModule } from '@solvent/contracts';
import { Day, formatMoney, PersonLink } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Badge, Box, chakra, FINGER_TARGET, Flex, LinkButton, Panel, Stack, Text } from '@solvent/ui';
import { CircleArrowUp, EyeOff, ReceiptText } from 'lucide-react';
import { DownloadButton } from '../../module/download-button.tsx';
import { LICENSES } from '../../module/licenses.tsx';

const TitleLink = chakra(Link, {
  base: { ...FINGER_TARGET, color: 'fg', rounded: 'l1', _hover: { textDecoration: 'underline' }, focusVisibleRing: 'outside' },
});

/** How somebody came by it: for what, when, and under which licence; or for nothing. */
function Bought({ module: { purchase, since } }: { module: OwnedModule }) {
  if (purchase === null) {
    return (
      <span>
        Got for free on <Day time={since} />
      </span>
    );
  }
  return (
    <span>
      Bought on <Day time={since} /> for {formatMoney(purchase.priceCents)}
      {purchase.testMode ? ' (test mode: no money moves)' : ''}
    </span>
  );
}

/** Which version it was, which one there is, and which one they have. */
function versionFacts({ purchase, included, version, downloaded }: OwnedModule): string[] {
  return [
    ...(purchase === null ? [] : [`Version ${purchase.version} when you bought it`]),
    `newest ${version}`,
    ...(included.version === version ? [] : [`${included.version} is included in what you bought`]),
    downloaded === null ? 'not downloaded yet' : `you downloaded ${downloaded}`,
  ];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function States({ module: { hasUpdate, status } }: { module: OwnedModule }) {
  return (
    <Flex gap="1.5" wrap="wrap" _empty={{ display: 'none' }}>
      {hasUpdate ? (
        <Badge colorPalette="brand" variant="subtle">
          <CircleArrowUp size={12} aria-hidden />
          Update available
        </Badge>
      ) : null}
      {status === 'published' ? null : (
        <Badge colorPalette="gray" variant="subtle">
          <EyeOff size={12} aria-hidden />
          No longer in the catalogue
        </Badge>
      )}
    </Flex>
  );
}

/** What is new, where that is not on their disk yet. */
function News({ module: { hasUpdate, included } }: { module: OwnedModule }) {
  if (!hasUpdate || included.notes === '') return null;
  return (
    <Box bg="bg.muted" rounded="l2" p="3">
      <Text fontWeight="600">New in {included.version}</Text>
      <Text dir="auto" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere" lineClamp={6}>
        {included.notes}
      </Text>
    </Box>
  );
}

const LOOK = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

/** A module that somebody has: how they came by it, what is newer, its receipt, and its file. */
export function PurchasedModule({ module }: { module: OwnedModule }) {
  const { id, title, author, purchase, included, hasUpdate } = module;
  return (
    <Panel as="article" aria-label={title}>
      <Stack gap="3">
        <States module={module} />
        <Box>
          <Text as="h3" textStyle="cardTitle" overflowWrap="anywhere" dir="auto">
            <TitleLink to={`/toolbox/${encodeURIComponent(id)}`}>{title}</TitleLink>
          </Text>
          <Text color="fg.muted">
            by <PersonLink person={author} />
          </Text>
        </Box>
        <Stack gap="1" color="fg.muted" fontVariantNumeric="tabular-nums">
          <Bought module={module} />
          {purchase === null ? null : (
            <span>
              {LICENSES[purchase.license].name} license. {LICENSES[purchase.license].text}
            </span>
          )}
          <span>{capital(`${versionFacts(module).join(', ')}.`)}</span>
        </Stack>
        <News module={module} />
        <Flex gap="2" wrap="wrap">
          <DownloadButton
            module={module}
            version={included}
            label={`Download ${included.version}`}
            of={title}
            {...LOOK}
            {...(hasUpdate ? { variant: 'solid', colorPalette: 'brand' } : {})}
          />
          {purchase === null ? null : (
            <LinkButton
              {...LOOK}
              to={`/toolbox/purchased/${encodeURIComponent(purchase._id)}/receipt`}
              aria-label={`Receipt for ${title}`}
            >
              <ReceiptText size={14} aria-hidden />
              Receipt
            </LinkButton>
          )}
        </Flex>
      </Stack>
    </Panel>
  );
}
