import type { OwnedModule } from '@solvent/contracts';
import { Day, formatMoney, PersonLink } from '@solvent/kit';
import { Badge, Box, chakra, Flex, LinkButton, Panel, SimpleGrid, Stack, Text } from '@solvent/ui';
import { CircleArrowUp, EyeOff, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { DownloadButton } from '../../module/download-button.tsx';
import { LICENSES } from '../../module/licenses.tsx';
import { ModuleTitle } from '../../module/module-library.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box minW="0">
    <chakra.dt textStyle="meta" color="fg.muted">
      {name}
    </chakra.dt>
    <chakra.dd ms="0">{children}</chakra.dd>
  </Box>
);

function Facts({ module: { purchase, since, included, version, downloaded } }: { module: OwnedModule }) {
  return (
    <SimpleGrid as="dl" columns={{ base: 2, sm: 3 }} columnGap="4" rowGap="3" fontVariantNumeric="tabular-nums">
      <Fact name={purchase === null ? 'Got for free' : 'Bought'}>
        <Day time={since} />
        {purchase === null ? null : ` for ${formatMoney(purchase.priceCents)}`}
      </Fact>
      {purchase === null ? null : (
        <>
          <Fact name="License">{LICENSES[purchase.license].name}</Fact>
          <Fact name="Version bought">{purchase.version}</Fact>
        </>
      )}
      <Fact name="Newest version">{version}</Fact>
      {included.version === version ? null : <Fact name="Included for you">{included.version}</Fact>}
      <Fact name="You downloaded">{downloaded ?? 'Nothing yet'}</Fact>
    </SimpleGrid>
  );
}

function StatusBadges({ module: { hasUpdate, status } }: { module: OwnedModule }) {
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

/** Release notes of a version that the user has not downloaded yet. */
function ReleaseNotes({ module: { hasUpdate, included } }: { module: OwnedModule }) {
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

const BUTTON_STYLES = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

export function PurchasedModule({ module }: { module: OwnedModule }) {
  const { title, author, purchase, included, hasUpdate, takenDown } = module;
  return (
    <Panel as="article" aria-label={title}>
      <Stack gap="3">
        {takenDown ? (
          <Text color="fg.error" overflowWrap="anywhere">
            This module is harmful and was taken down: {takenDown.reason} Stop using it and delete your copies.
          </Text>
        ) : null}
        <StatusBadges module={module} />
        <Box>
          <ModuleTitle module={module} />
          <Text color="fg.muted">
            by <PersonLink person={author} />
          </Text>
        </Box>
        <Facts module={module} />
        {purchase?.testMode ? (
          <Text textStyle="meta" color="fg.muted">
            Test mode: no money moves
          </Text>
        ) : null}
        <ReleaseNotes module={module} />
        <Flex gap="2" wrap="wrap">
          {takenDown ? null : (
            <DownloadButton
              module={module}
              version={included}
              label={`Download ${included.version}`}
              hiddenSuffix={title}
              {...BUTTON_STYLES}
              {...(hasUpdate ? { variant: 'solid', colorPalette: 'brand' } : {})}
            />
          )}
          {purchase === null ? null : (
            <LinkButton
              {...BUTTON_STYLES}
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
