import type { Receipt } from '@solvent/contracts';
import { isNotFound, useQuery } from '@solvent/http';
import { Day, formatExactMoney, LoadError, SkeletonRegion } from '@solvent/kit';
import { useParams } from '@solvent/router';
import {
  BrandMark,
  Button,
  chakra,
  EmptyState,
  Flex,
  Heading,
  LinkButton,
  Page,
  Panel,
  Skeleton,
  Stack,
  Text,
  usePageTitle,
} from '@solvent/ui';
import { ArrowLeft, Printer, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { receiptOptions } from '../../api/purchased-modules.ts';
import { LICENSES, LicenseTermsList } from '../../module/licenses.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Flex justify="space-between" gap="6" py="2.5" borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
    <chakra.dt color="fg.muted" flexShrink="0">
      {name}
    </chakra.dt>
    <chakra.dd ms="0" textAlign="end" minW="0" overflowWrap="anywhere" dir="auto">
      {children}
    </chakra.dd>
  </Flex>
);

function ReceiptDocument({ receipt: { purchase, title, buyer, seller } }: { receipt: Receipt }) {
  const { name, text } = LICENSES[purchase.license];
  return (
    <Panel as="article" aria-labelledby="receipt-title" _print={{ borderWidth: '0' }}>
      <Stack gap="4">
        <Flex justify="space-between" align="center" gap="3">
          <Heading as="h1" id="receipt-title" textStyle="pageTitle" tabIndex={-1} outline="0">
            Receipt
          </Heading>
          <Flex align="center" gap="2" fontWeight="700" aria-hidden>
            <BrandMark />
            Solvent
          </Flex>
        </Flex>
        <chakra.dl m="0" fontVariantNumeric="tabular-nums">
          <Fact name="Number">{purchase.receipt}</Fact>
          <Fact name="Date">
            <Day time={purchase.createdAt} format="long" />
          </Fact>
          <Fact name="Buyer">{buyer}</Fact>
          <Fact name="Seller">{seller.name}</Fact>
          <Fact name="Module">
            {title}, version {purchase.version}
          </Fact>
          <Fact name="License">
            {name}. {text}
          </Fact>
          <Fact name="Amount">
            <chakra.span fontWeight="700" fontSize="18px">
              {formatExactMoney(purchase.priceCents)}
            </chakra.span>
          </Fact>
        </chakra.dl>
        {purchase.testMode ? (
          <Text bg="bg.emphasized" rounded="l2" px="3" py="2">
            Test mode: no money moves
          </Text>
        ) : null}
        <Stack gap="2">
          <Text fontWeight="600">What the {name} license allows</Text>
          <LicenseTermsList license={purchase.license} />
        </Stack>
      </Stack>
    </Panel>
  );
}

const ReceiptNotFound = () => (
  <EmptyState
    as="h1"
    icon={ReceiptText}
    title="Receipt not found"
    text="This receipt doesn't exist or belongs to another account."
    action={<LinkButton to="/toolbox/purchased">Purchased Modules</LinkButton>}
  />
);

const ReceiptSkeleton = () => (
  <SkeletonRegion minH="480px">
    <Panel>
      <Stack gap="4">
        <Skeleton h="32px" w="40%" />
        {[1, 2, 3, 4, 5, 6, 7].map((line) => (
          <Skeleton key={line} h="24px" />
        ))}
      </Stack>
    </Panel>
  </SkeletonRegion>
);

function ReceiptLoader({ purchaseId }: { purchaseId: string }) {
  const { data: receipt, error, refetch } = useQuery(receiptOptions(purchaseId));
  usePageTitle(receipt && `Receipt ${receipt.purchase.receipt}`);
  if (isNotFound(error)) return <ReceiptNotFound />;
  if (!receipt && error)
    return <LoadError title="The receipt could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!receipt) return <ReceiptSkeleton />;
  return (
    <Stack gap="4">
      <Flex justify="space-between" gap="3" wrap="wrap">
        <LinkButton to="/toolbox/purchased" variant="ghost" colorPalette="gray" ms="-3">
          <ArrowLeft size={16} aria-hidden />
          Purchased Modules
        </LinkButton>
        <Button variant="outline" colorPalette="gray" onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          Print
        </Button>
      </Flex>
      <ReceiptDocument receipt={receipt} />
    </Stack>
  );
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
