import type { Agreement, PaymentDetailsResponse } from '@solvent/contracts';
import { http, useQuery } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { Stack, Text, TextLink } from '@solvent/ui';
import { problemDetailKey } from '../api/problem-keys.ts';
import type { Side } from './agreement-steps.ts';

/** From the acceptance until the payment has arrived (product 4.33). */
const isPayable = ({ status, receivedAt }: Agreement): boolean => status !== 'ended' && receivedAt === null;

const formatIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

const SETTINGS = '/profile/settings/account';

/** How the solver wants to be paid. Refetched with the problem, whose events announce changes. */
export function PaymentDetails({ agreement, side }: { agreement: Agreement; side: Side }) {
  const { _id, problem, solver, seeker } = agreement;
  const path = side === 'seeker' ? `/agreements/${encodeURIComponent(_id)}/payment-details` : '/payment-details';
  const { data, error, refetch } = useQuery({
    queryKey: [...problemDetailKey(problem._id), 'payment-details', side],
    queryFn: async ({ signal }) => (await http.get<PaymentDetailsResponse>(path, { signal })).data.details,
    enabled: isPayable(agreement),
    // Private: nothing stays in memory after the page.
    gcTime: 0,
  });
  if (!isPayable(agreement)) return null;
  if (error && data === undefined)
    return (
      <LoadError size="inline" title="The payment details could not be loaded." error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return null;
  if (side === 'solver')
    return (
      <Text color="fg.muted" overflowWrap="anywhere">
        {data ? (
          <>
            <bdi>{seeker.name}</bdi> can see how you want to be paid.{' '}
          </>
        ) : null}
        <TextLink to={SETTINGS} display="inline-block" py={{ base: '3', lg: '1' }}>
          {data ? 'Change' : 'Add how you want to be paid'}
        </TextLink>
      </Text>
    );
  if (!data) return null;
  return (
    <Stack as="section" aria-label="Payment details" gap="1" bg="bg.muted" rounded="l2" p="3">
      <Text fontWeight="500" overflowWrap="anywhere">
        How to pay <bdi>{solver.name}</bdi>
      </Text>
      {data.text ? (
        <Text dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {data.text}
        </Text>
      ) : null}
      {data.iban ? (
        <Text fontVariantNumeric="tabular-nums" dir="ltr">
          IBAN {formatIban(data.iban)}
        </Text>
      ) : null}
      {data.link.startsWith('https://') ? (
        <TextLink
          to={data.link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          overflowWrap="anywhere"
          alignSelf="flex-start"
        >
          {data.link}
        </TextLink>
      ) : null}
    </Stack>
  );
}
