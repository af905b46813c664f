import type { Receipt } from '@solvent/contracts';
import { isNotFound, useQuery } from '@solvent/http';
import { Day, formatExactMoney, LoadError, ReceiptNotFound, ReceiptSheet, ReceiptSkeleton } from '@solvent/kit';
import { useParams } from '@solvent/router';
import { Page, Stack, Text, usePageTitle } from '@solvent/ui';
import { receiptOptions } from '../../api/purchased-modules.ts';
import { LICENSES, LicenseTermsList } from '../../module/licenses.tsx';

const BACK = { to: '/toolbox/purchased', label: 'Purchased Modules' };

function ModuleReceipt({ receipt: { purchase, title, buyer, seller } }: { receipt: Receipt }) {
  const { name, text } = LICENSES[purchase.license];
  const facts = {
    Number: purchase.receipt,
    Date: <Day time={purchase.createdAt} format="long" />,
    Buyer: buyer,
    Seller: seller.name,
    Module: `${title}, version ${purchase.version}`,
    License: `${name}. ${text}`,
  };
  return (
    <ReceiptSheet back={BACK} facts={facts} amount={formatExactMoney(purchase.priceCents)}>
      {purchase.testMode ? (
        <Text bg="bg.emphasized" rounded="l2" px="3" py="2">
          Test mode: no money moves
        </Text>
      ) : null}
      <Stack gap="2">
        <Text fontWeight="600">What the {name} license allows</Text>
        <LicenseTermsList license={purchase.license} />
      </Stack>
    </ReceiptSheet>
  );
}

function ReceiptLoader({ purchaseId }: { purchaseId: string }) {
  const { data: receipt, error, refetch } = useQuery(receiptOptions(purchaseId));
  usePageTitle(receipt && `Receipt ${receipt.purchase.receipt}`);
  if (isNotFound(error)) return <ReceiptNotFound {...BACK} />;
  if (!receipt && error)
    return <LoadError title="The receipt could not be loaded" error={error} onRetry={() => void refetch()} />;
  return receipt ? <ModuleReceipt receipt={receipt} /> : <ReceiptSkeleton />;
}

/** /toolbox/purchased/{purchaseId}/receipt (product 2.45). Signed-in users only. */
export function Component() {
  const { purchaseId = '' } = useParams();
  return (
    <Page measure="reading">
      <ReceiptLoader key={purchaseId} purchaseId={purchaseId} />
    </Page>
  );
}
