import { MODULE_TERMS } from '@solvent/contracts';
import type { Earnings } from '@solvent/contracts';
import { formatMoney, ProgressBar } from '@solvent/kit';
import { Badge, Box, chakra, Flex, Heading, Panel, SimpleGrid, Text } from '@solvent/ui';
import { hasPayments } from '../../module/settings.ts';

const PAYOUT_THRESHOLD_CENTS = MODULE_TERMS.payoutThresholdDollars * 100;

const Amount = ({ name, children }: { name: string; children: string }) => (
  <Box>
    <chakra.dt color="fg.muted">{name}</chakra.dt>
    <chakra.dd ms="0" fontSize="20px" lineHeight="28px" fontWeight="600" fontVariantNumeric="tabular-nums">
      {children}
    </chakra.dd>
  </Box>
);

function Payout({ missingCents }: { missingCents: number }) {
  const reachedCents = PAYOUT_THRESHOLD_CENTS - Math.min(missingCents, PAYOUT_THRESHOLD_CENTS);
  const text =
    missingCents > 0
      ? `${formatMoney(missingCents)} until your next payout. Payouts are made every two weeks, from ${formatMoney(PAYOUT_THRESHOLD_CENTS)} in sales.`
      : `You have reached ${formatMoney(PAYOUT_THRESHOLD_CENTS)} in sales. Payouts are made every two weeks.`;
  return (
    <Box mt="5">
      <ProgressBar label="Progress to your next payout" value={reachedCents / PAYOUT_THRESHOLD_CENTS} h="2" />
      <Text color="fg.muted" mt="2" fontVariantNumeric="tabular-nums">
        {text}
      </Text>
    </Box>
  );
}

export function EarningsPanel({ earnings }: { earnings: Earnings }) {
  const { salesCents, feeCents, netCents, missingCents, testMode } = earnings;
  const isSellingEnabled = hasPayments();
  const noPaymentsNote = isSellingEnabled ? undefined : 'Nothing can be bought here yet';
  const note = testMode && (isSellingEnabled || salesCents > 0) ? 'Test mode: no money moves' : noPaymentsNote;
  return (
    <Panel as="section" aria-labelledby="earnings" mb="4">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" mb="4">
        <Heading as="h2" id="earnings" textStyle="cardTitle">
          Earnings
        </Heading>
        {note ? (
          <Badge variant="subtle" colorPalette="gray">
            {note}
          </Badge>
        ) : null}
      </Flex>
      <SimpleGrid as="dl" columns={{ base: 1, sm: 3 }} gap="4">
        <Amount name="Sales">{formatMoney(salesCents)}</Amount>
        <Amount name={`Platform fee (${MODULE_TERMS.feePercent}%)`}>{formatMoney(0 - feeCents)}</Amount>
        <Amount name="Your share">{formatMoney(netCents)}</Amount>
      </SimpleGrid>
      <Payout missingCents={missingCents} />
    </Panel>
  );
}
