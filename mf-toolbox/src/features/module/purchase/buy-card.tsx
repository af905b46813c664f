import type { Module } from '@solvent/contracts';
import { formatMoney, PersonalArea, sharePage, SignInLink, useSignIn } from '@solvent/kit';
import { useSession } from '@solvent/store';
import {
  Button,
  Flex,
  HStack,
  IconButton,
  lazyComponent,
  LinkButton,
  Panel,
  Stack,
  Text,
  TextLink,
  useDialogState,
} from '@solvent/ui';
import { Bookmark, Pencil, Share2, ShoppingCart } from 'lucide-react';
import { useResumeSave, useSaveModule } from '../../../api/saved-modules.ts';
import { isWithheld } from '../../../module/secret-review.ts';
import { getLicensePrice, LICENSES } from '../../../module/licenses.tsx';
import { ModulePrice } from '../../../module/module-facts.tsx';
import { hasPayments } from '../../../module/settings.ts';
import { DownloadButton } from '../../../module/download-button.tsx';

/** The server enforces the same rule. */
export const canDownload = ({ priceCents, owned }: Module, isAuthor: boolean): boolean => priceCents === 0 || owned || isAuthor;

const BuyDialog = lazyComponent(() => import(/* webpackChunkName: "buy-dialog" */ './buy-dialog.tsx'));

const BUY_LABEL = (
  <>
    <ShoppingCart size={16} aria-hidden />
    Buy Now
  </>
);

function BuyButton({ module, onBought }: { module: Module; onBought: () => void }) {
  const isLogin = useSession((state) => state.isLogin);
  const { isOpen, open, close, onLoadError } = useDialogState();
  if (!isLogin) {
    return (
      <SignInLink purpose={`buy "${module.title}"`} w="100%">
        {BUY_LABEL}
      </SignInLink>
    );
  }
  return (
    <>
      <Button w="100%" onClick={open}>
        {BUY_LABEL}
      </Button>
      {isOpen ? <BuyDialog module={module} onBought={onBought} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

/** For visitors, the save is deferred until after sign-in. */
function useToggleSave({ id, title, saved }: Module) {
  const { mutate } = useSaveModule(id);
  const isLogin = useSession((state) => state.isLogin);
  const signIn = useSignIn();
  return () => {
    if (isLogin) return mutate(!saved);
    signIn({ purpose: `save "${title}"`, action: { kind: 'save-module', id } });
  };
}

function SaveButton({ module }: { module: Module }) {
  useResumeSave();
  const toggleSave = useToggleSave(module);
  const { saved } = module;
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      color={saved ? 'brand.fg' : undefined}
      aria-label="Save Module"
      aria-pressed={saved}
      title={saved ? 'Saved' : 'Save Module'}
      onClick={toggleSave}
    >
      <Bookmark size={18} fill={saved ? 'currentColor' : 'none'} aria-hidden />
    </IconButton>
  );
}

const ShareButton = ({ module }: { module: Module }) => (
  <IconButton
    variant="ghost"
    colorPalette="gray"
    aria-label="Share Module"
    title="Share Module"
    onClick={() => void sharePage(module.title, `/toolbox/${encodeURIComponent(module.slug)}`)}
  >
    <Share2 size={18} aria-hidden />
  </IconButton>
);

interface BuyCardProps {
  module: Module;
  isAuthor: boolean;
  onBought: () => void;
}

function Price({ module }: { module: Module }) {
  const { priceCents, owned, boughtAs } = module;
  const [headline, detail] = boughtAs
    ? ['Purchased', `${LICENSES[boughtAs].name} license`]
    : [formatMoney(priceCents), owned ? 'You got it for free' : 'One-time purchase'];
  return (
    <Stack gap="0">
      <Text fontSize={boughtAs ? '20px' : '28px'} lineHeight="36px" fontWeight="700" fontVariantNumeric="tabular-nums">
        {headline}
      </Text>
      <Text color="fg.muted">{detail}</Text>
      {priceCents > 0 && !owned ? (
        <Text mt="2" fontVariantNumeric="tabular-nums">
          {LICENSES.extended.name} license: {formatMoney(getLicensePrice(module, 'extended'))}
        </Text>
      ) : null}
    </Stack>
  );
}

const EditLink = ({ slug }: { slug: string }) => (
  <LinkButton to={`/toolbox/${encodeURIComponent(slug)}/edit`} variant="outline" colorPalette="gray" w="100%">
    <Pencil size={16} aria-hidden />
    Edit
  </LinkButton>
);

const ReceiptHint = () => (
  <Text textStyle="meta" color="fg.muted">
    The receipt and updates are under <TextLink to="/toolbox/purchased">Purchased</TextLink>.
  </Text>
);

function BuyAction({ module, onBought }: Omit<BuyCardProps, 'isAuthor'>) {
  if (!hasPayments()) {
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

/** Price, the viewer's main action, Save and Share (product 2.30). */
export function BuyCard({ module, isAuthor, onBought }: BuyCardProps) {
  const isFree = module.priceCents === 0 && !module.boughtAs;
  return (
    <Panel as="section" aria-label="Price">
      <Stack gap="4">
        <Flex justify="space-between" align="flex-start" gap="3">
          {isFree ? (
            <ModulePrice cents={0} />
          ) : (
            <PersonalArea>
              <Price module={module} />
            </PersonalArea>
          )}
          <HStack gap="1" me="-2" mt="-1">
            <PersonalArea>
              <SaveButton module={module} />
            </PersonalArea>
            <ShareButton module={module} />
          </HStack>
        </Flex>
        <PersonalArea needs={isFree ? 'session' : 'query'} display="flex" flexDirection="column" gap="4">
          {isWithheld(module) ? null : canDownload(module, isAuthor) ? (
            <DownloadButton module={module} version={module} label="Download Now" w="100%" />
          ) : (
            <BuyAction module={module} onBought={onBought} />
          )}
          {module.boughtAs ? <ReceiptHint /> : null}
          {isAuthor && !module.takenDown ? <EditLink slug={module.slug} /> : null}
        </PersonalArea>
      </Stack>
    </Panel>
  );
}
