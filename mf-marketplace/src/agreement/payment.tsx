import type { Agreement, PaymentMethod } from '@solvent/contracts';
import { Day } from '@solvent/kit';
import { LinkButton, Stack, Text } from '@solvent/ui';
import type { ComponentProps } from 'react';

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  'bank-transfer': 'Bank transfer',
  paypal: 'PayPal',
  card: 'Card',
  crypto: 'Crypto',
  cash: 'Cash',
  other: 'Other',
};

/** Noon of the user's time zone: the day must not depend on it. */
export const PaidOn = ({ day, format }: { day: string; format?: ComponentProps<typeof Day>['format'] }) => (
  <Day time={`${day}T12:00:00`} format={format} />
);

/** The seeker's statement about the payment, and the link to the receipt (product 4.33). */
export function Payment({ agreement: { payment, problem } }: { agreement: Agreement }) {
  if (!payment) return null;
  const { paidOn, method, reference } = payment;
  return (
    <Stack gap="1" bg="bg.muted" rounded="l2" p="3" align="flex-start">
      <Text fontWeight="500">
        Paid on <PaidOn day={paidOn} />
        {method ? ` · ${PAYMENT_METHOD_LABELS[method]}` : null}
      </Text>
      {reference ? (
        <Text color="fg.muted" overflowWrap="anywhere">
          Reference: <bdi>{reference}</bdi>
        </Text>
      ) : null}
      <LinkButton size="xs" variant="outline" colorPalette="gray" mt="1" to={`/problems/${problem._id}/receipt`}>
        View receipt
      </LinkButton>
    </Stack>
  );
}
