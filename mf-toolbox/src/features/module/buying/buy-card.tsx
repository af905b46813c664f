import type { Module } from '@solvent/contracts';
import { Flex, HStack, LinkButton, Panel, Stack, Text } from '@solvent/ui';
import { Pencil } from 'lucide-react';
import { dollars } from '../../../module/amounts.ts';
import { ModulePrice } from '../../../module/module-price.tsx';
import { sellsModules } from '../../../module/selling.ts';
import { BuyButton } from './buy-button.tsx';
import { DownloadButton } from './download-button.tsx';
import { mayDownload } from './may-download.ts';
import { SaveButton } from './save-button.tsx';
import { ShareButton } from './share-button.tsx';

interface BuyCardProps {
  module: Module;
  isAuthor: boolean;
  onBought: () => void;
}

function Price({ cents }: { cents: number }) {
  if (cents === 0) return <ModulePrice cents={0} />;
  return (
    <Stack gap="0">
      <Text fontSize="28px" lineHeight="36px" fontWeight="700" fontVariantNumeric="tabular-nums">
        {dollars(cents)}
      </Text>
      <Text color="fg.muted">One-time purchase</Text>
    </Stack>
  );
}

const EditLink = ({ slug }: { slug: string }) => (
  <LinkButton to={`/toolbox/${encodeURIComponent(slug)}/edit`} variant="outline" colorPalette="gray" w="100%">
    <Pencil size={16} aria-hidden />
    Edit
  </LinkButton>
);

/** To buy it, or that nobody can. */
function Buying({ module, onBought }: Omit<BuyCardProps, 'isAuthor'>) {
  if (!sellsModules()) {
    return (
      <Text bg="bg.emphasized" rounded="l2" px="3" py="2">
        This module cannot be bought here yet. Free modules can be downloaded.
      </Text>
    );
  }
  return (
    <>
      <BuyButton module={module} onBought={onBought} />
      <Text textStyle="meta" color="fg.muted" textAlign="center">
        Test mode: no money moves
      </Text>
    </>
  );
}

/** What it costs, the one right action for this viewer, and to save and share it (spec 2). */
export function BuyCard({ module, isAuthor, onBought }: BuyCardProps) {
  return (
    <Panel as="section" aria-label="Price">
      <Stack gap="4">
        <Flex justify="space-between" align="flex-start" gap="3">
          <Price cents={module.priceCents} />
          <HStack gap="1" me="-2" mt="-1">
            <SaveButton module={module} />
            <ShareButton module={module} />
          </HStack>
        </Flex>
        {mayDownload(module, isAuthor) ? (
          <DownloadButton module={module} version={module} label="Download Now" w="100%" />
        ) : (
          <Buying module={module} onBought={onBought} />
        )}
        {isAuthor ? <EditLink slug={module.slug} /> : null}
      </Stack>
    </Panel>
  );
}
