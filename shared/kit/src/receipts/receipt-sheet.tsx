import { BrandMark, Button, chakra, EmptyState, Flex, Heading, LinkButton, Panel, Skeleton, Stack } from '@solvent/ui';
import { ArrowLeft, Printer, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { SkeletonRegion } from '../states/skeleton-region.tsx';

interface Back {
  to: string;
  label: string;
}

interface ReceiptSheetProps {
  back: Back;
  facts: Record<string, ReactNode>;
  amount: string;
  children?: ReactNode;
}

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

/** A receipt that prints on one sheet (product 2.45, 4.33). */
export function ReceiptSheet({ back, facts, amount, children }: ReceiptSheetProps) {
  return (
    <Stack gap="4">
      <Flex justify="space-between" gap="3" wrap="wrap">
        <LinkButton to={back.to} variant="ghost" colorPalette="gray" ms="-3">
          <ArrowLeft size={16} aria-hidden />
          {back.label}
        </LinkButton>
        <Button variant="outline" colorPalette="gray" onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          Print
        </Button>
      </Flex>
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
            {Object.entries(facts).map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
            <Fact name="Amount">
              <chakra.span fontWeight="700" fontSize="18px">
                {amount}
              </chakra.span>
            </Fact>
          </chakra.dl>
          {children}
        </Stack>
      </Panel>
    </Stack>
  );
}

export const ReceiptNotFound = ({ to, label }: Back) => (
  <EmptyState
    as="h1"
    icon={ReceiptText}
    title="Receipt not found"
    text="This receipt doesn't exist or belongs to another account."
    action={<LinkButton to={to}>{label}</LinkButton>}
  />
);

export const ReceiptSkeleton = () => (
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
