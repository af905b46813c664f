import { PURCHASE_LICENSES } from '@solvent/contracts';
import type { Module, Purchase, PurchaseResponse, PurchaseBody, PurchaseLicense } from '@solvent/contracts';
import { ApiError, getInlineErrorText, http, useMutation, useQueryClient } from '@solvent/http';
import { formatMoney } from '@solvent/kit';
import { Box, Button, chakra, Flex, Stack, Text, toast } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useState } from 'react';
import { modulePath, invalidateModules, updateCachedModule } from '../../../api/modules.ts';
import { PURCHASED_KEY } from '../../../api/purchased-modules.ts';
import { getLicensePrice, LICENSES, LicenseTermsList } from '../../../module/licenses.tsx';

/** `POST /modules/{id}/purchase` at the price shown; a repeat buys nothing more. */
async function buyModule(module: Pick<Module, 'id' | 'priceCents'>, license: PurchaseLicense): Promise<Purchase> {
  const body: PurchaseBody = { license, priceCents: getLicensePrice(module, license) };
  const { data } = await http.post<Partial<PurchaseResponse>>(modulePath(module.id, '/purchase'), body);
  if (!data.purchase) throw new Error('Invalid format: the response has no purchase.');
  return data.purchase;
}

const LicenseOption = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    p: '4',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    rounded: 'l3',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' },
  },
});

interface LicenseChoiceProps {
  module: Module;
  value: PurchaseLicense;
  onChange: (license: PurchaseLicense) => void;
}

function LicenseChoice({ module, value, onChange }: LicenseChoiceProps) {
  return (
    <Stack role="radiogroup" aria-label="License" gap="3">
      {PURCHASE_LICENSES.map((license) => (
        <LicenseOption key={license}>
          <chakra.input
            type="radio"
            name="license"
            value={license}
            checked={license === value}
            onChange={() => onChange(license)}
            mt="1"
            boxSize="4"
            accentColor="brand.solid"
            outline="0"
          />
          <Box flex="1">
            <Flex justify="space-between" gap="3" fontWeight="600">
              <span>{LICENSES[license].name}</span>
              <chakra.span fontVariantNumeric="tabular-nums">{formatMoney(getLicensePrice(module, license))}</chakra.span>
            </Flex>
            <Text mb="2">{LICENSES[license].text}</Text>
            <LicenseTermsList license={license} />
          </Box>
        </LicenseOption>
      ))}
    </Stack>
  );
}

/** The response was lost: the purchase may have succeeded. */
const PURCHASE_UNCONFIRMED = 'The purchase could not be confirmed. Please try again: nothing is ever bought twice.';

interface BuyDialogProps {
  module: Module;
  onBought: () => void;
  onClose: () => void;
}

function usePurchase({ module, onBought, onClose }: BuyDialogProps) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (license: PurchaseLicense) => buyModule(module, license),
    onSuccess: ({ license }) => {
      updateCachedModule(queryClient, module.id, { owned: true, boughtAs: license });
      void queryClient.invalidateQueries({ queryKey: PURCHASED_KEY });
      onBought();
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status === 0) return;
      // The page switches to "Module not found" and closes the dialog, so its inline error would be lost.
      if (error.status === 404) toast.failure(error, PURCHASE_UNCONFIRMED);
      // The module was bought on another device, withdrawn, or repriced.
      void invalidateModules(queryClient);
    },
  });
}

export function Component(props: BuyDialogProps) {
  const { module, onClose } = props;
  const [license, setLicense] = useState<PurchaseLicense>('standard');
  const { mutate, isPending, error } = usePurchase(props);
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isPending} onClick={onClose}>
        Cancel
      </Button>
      <Button loading={isPending} loadingText="Buying" onClick={() => mutate(license)}>
        Buy for {formatMoney(getLicensePrice(module, license))}
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title={`Buy ${module.title}`} footer={footer} isBusy={isPending}>
      <Stack gap="4">
        <LicenseChoice module={module} value={license} onChange={setLicense} />
        <Text color="fg.muted">One-time purchase. Updates within major version {module.version.split('.')[0]} are included.</Text>
        <Box bg="bg.emphasized" rounded="l2" px="3" py="2">
          Test mode: no money moves
        </Box>
        {error ? (
          <Text role="alert" color="fg.error">
            {getInlineErrorText(error, PURCHASE_UNCONFIRMED)}
          </Text>
        ) : null}
      </Stack>
    </Modal>
  );
}
