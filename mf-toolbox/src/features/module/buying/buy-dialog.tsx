import type { Module, PurchaseLicense } from '@solvent/contracts';
import { ApiError, failureText, useMutation, useQueryClient } from '@solvent/http';
import { Box, Button, Stack, Text, toast } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { useState } from 'react';
import { dollars } from '../../../module/amounts.ts';
import { refreshModules, showModule } from '../../../module/show-module.ts';
import { buyModule, licensePrice } from './buy-module.ts';
import { LicenseChoice } from './license-choice.tsx';

/** No answer came: it may have arrived or not. */
const UNKNOWN = 'The purchase could not be confirmed. Please try again: nothing is ever bought twice.';

interface BuyDialogProps {
  module: Module;
  onBought: () => void;
  onClose: () => void;
}

function useBuying({ module, onBought, onClose }: BuyDialogProps) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (license: PurchaseLicense) => buyModule(module, license),
    onSuccess: () => {
      showModule(queryClient, module.id, { owned: true });
      onBought();
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status === 0) return;
      // The page is about to say that the module is gone, without this dialog: what became of the money is said beside it.
      if (error.status === 404) toast.error(failureText(error, UNKNOWN));
      // Bought on another device, withdrawn, or dearer than it was: what is true now stands behind the dialog.
      void refreshModules(queryClient);
    },
  });
}

/** The licence that is bought, what it costs, and that no money moves. */
export function Component(props: BuyDialogProps) {
  const { module, onClose } = props;
  const [license, setLicense] = useState<PurchaseLicense>('standard');
  const { mutate, isPending, error } = useBuying(props);
  const footer = (
    <>
      <Button variant="outline" colorPalette="gray" disabled={isPending} onClick={onClose}>
        Cancel
      </Button>
      <Button loading={isPending} loadingText="Buying" onClick={() => mutate(license)}>
        Buy for {dollars(licensePrice(module, license))}
      </Button>
    </>
  );
  return (
    <Modal open onClose={onClose} title={`Buy ${module.title}`} footer={footer}>
      <Stack gap="4">
        <LicenseChoice module={module} value={license} onChange={setLicense} />
        <Text color="fg.muted">One-time purchase. Updates within major version {module.version.split('.')[0]} are included.</Text>
        <Box bg="bg.emphasized" rounded="l2" px="3" py="2">
          Test mode: no money moves
        </Box>
        {error ? (
          <Text role="alert" color="fg.error">
            {failureText(error, UNKNOWN)}
          </Text>
        ) : null}
      </Stack>
    </Modal>
  );
}
