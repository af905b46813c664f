import type { Agreement, PersonSummary } from '@solvent/contracts';
import { Day, formatMoney, PersonLink, toCents } from '@solvent/kit';
import { useServerTime } from '@solvent/socket';
import { Box, Button, Flex, Heading, Stack, Text } from '@solvent/ui';
import { useId } from 'react';
import { focusSection } from '../problem/focus.ts';
import { isDelivered, isDisputed, isExpired, getSide, getSteps } from './agreement-steps.ts';
import type { Side } from './agreement-steps.ts';
import { DISPUTE_ID } from './dispute.tsx';
import { DueDate } from './due-date.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { Payment } from './payment.tsx';
import { EarlierChanges, ProposedChange } from './proposed-change.tsx';
import { StepsList } from './steps-list.tsx';

const QUIET_BUTTON = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;

function Terms({ agreement }: { agreement: Agreement }) {
  const { amount, dueAt, solvedAt, status } = agreement;
  return (
    <Flex as="dl" justify="space-between" columnGap="4" rowGap="1" wrap="wrap">
      <Box>
        <Text as="dt" color="fg.muted">
          Agreed price
        </Text>
        <Text as="dd" textStyle="pageTitle" fontVariantNumeric="tabular-nums">
          {formatMoney(toCents(amount))}
        </Text>
      </Box>
      <Box>
        <Text as="dt" color="fg.muted">
          Due
        </Text>
        <Text as="dd" pt="1.5">
          <DueDate dueAt={dueAt} isOpen={!isDelivered(agreement) && !solvedAt && status !== 'ended'} />
        </Text>
      </Box>
    </Flex>
  );
}

function PersonRow({ person, side, isViewer }: { person: PersonSummary; side: string; isViewer: boolean }) {
  return (
    <Flex as="li" align="center" justify="space-between" gap="3" minW="0" css={{ '@media (pointer: coarse)': { minH: '44px' } }}>
      <PersonLink person={person} avatar={24} />
      <Text textStyle="meta" color="fg.subtle" flexShrink="0">
        {isViewer ? `${side}, you` : side}
      </Text>
    </Flex>
  );
}

function Ending({ parting, side, agreement }: { parting: NonNullable<Agreement['parting']>; side: Side; agreement: Agreement }) {
  const isViewer = parting.by._id === agreement[side]._id;
  const isAgreed = agreement.changes.some(({ kind, status }) => kind === 'parting' && status === 'agreed');
  return (
    <Stack gap="1.5" bg="bg.muted" rounded="l2" p="3">
      <Text fontWeight="500" overflowWrap="anywhere">
        {isViewer ? 'You' : <bdi>{parting.by.name}</bdi>}
        {isAgreed ? ' proposed to end the agreement, and both of you agreed on ' : ' ended the agreement on '}
        <Day time={parting.at} />.
      </Text>
      {parting.note ? (
        <>
          <Text textStyle="meta" color="fg.subtle">
            Note
          </Text>
          <Text dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {parting.note}
          </Text>
        </>
      ) : (
        <Text color="fg.muted">No note was added.</Text>
      )}
    </Stack>
  );
}

function DisputeSummary({ dispute }: { dispute: NonNullable<Agreement['dispute']> }) {
  return (
    <Stack gap="1" bg="bg.muted" rounded="l2" p="3" align="flex-start">
      <Text fontWeight="500">{dispute.decision ? 'A moderator has decided.' : 'In dispute. A moderator will decide.'}</Text>
      <Button {...QUIET_BUTTON} onClick={() => focusSection(DISPUTE_ID)}>
        View dispute
      </Button>
    </Stack>
  );
}

export type AgreementDialog = 'change' | 'dispute';

interface AgreementPanelProps {
  agreement: Agreement;
  viewerId: string;
  onOpenDialog: (dialog: AgreementDialog) => void;
}

function AgreementActions({ agreement, side, onOpenDialog }: Omit<AgreementPanelProps, 'viewerId'> & { side: Side }) {
  const now = useServerTime();
  const { status, changes, dispute } = agreement;
  const isSeeker = side === 'seeker';
  const hasRated = isSeeker ? agreement.ratedBySeeker : agreement.ratedBySolver;
  const hasDisputed = isSeeker ? agreement.disputedBySeeker : agreement.disputedBySolver;
  // A user who rates while solving can still dispute until the payment has arrived.
  const isSettled = hasDisputed || (hasRated && agreement.receivedAt !== null);
  const isRunning = status === 'accepted' || status === 'delivered';
  const canPropose = isRunning && !isDisputed(agreement) && !changes.some((change) => change.status === 'proposed');
  const canDispute = !isExpired(agreement, now) && !dispute && !isSettled;
  if (!canPropose && !canDispute) return null;
  return (
    <Flex gap="2" wrap="wrap">
      {canPropose ? (
        <Button {...QUIET_BUTTON} onClick={() => onOpenDialog('change')}>
          Propose a change
        </Button>
      ) : null}
      {canDispute ? (
        <Button {...QUIET_BUTTON} variant="ghost" ms={canPropose ? '0' : '-11px'} onClick={() => onOpenDialog('dispute')}>
          Open a dispute
        </Button>
      ) : null}
    </Flex>
  );
}

/** The agreement's terms, steps and possible actions. Only its two participants see it (product 2.41). */
export function Component({ agreement, viewerId, onOpenDialog }: AgreementPanelProps) {
  const headingId = useId();
  const now = useServerTime();
  const side = getSide(agreement, viewerId);
  if (!side) return null;
  const { seeker, solver, solvedAt, parting, dispute } = agreement;
  const paymentDetails = <PaymentDetails agreement={agreement} side={side} />;
  return (
    <Stack as="section" aria-labelledby={headingId} gap="4">
      <Heading as="h2" id={headingId} textStyle="cardTitle">
        Agreement
      </Heading>
      <ProposedChange agreement={agreement} viewerId={viewerId} />
      <Terms agreement={agreement} />
      {solvedAt ? paymentDetails : null}
      <Stack as="ul" aria-label="Who agreed" gap="2" listStyleType="none" borderTopWidth="1px" pt="4">
        <PersonRow person={seeker} side="Seeker" isViewer={side === 'seeker'} />
        <PersonRow person={solver} side="Solver" isViewer={side === 'solver'} />
      </Stack>
      <Box borderTopWidth="1px" pt="4">
        <StepsList steps={getSteps(agreement, side, now)} />
      </Box>
      {solvedAt ? null : paymentDetails}
      <Payment agreement={agreement} />
      {parting ? <Ending parting={parting} side={side} agreement={agreement} /> : null}
      {dispute ? <DisputeSummary dispute={dispute} /> : null}
      <EarlierChanges agreement={agreement} />
      <AgreementActions agreement={agreement} side={side} onOpenDialog={onOpenDialog} />
      <Text textStyle="meta" color="fg.subtle">
        Payment is arranged directly between the two of you. Solvent holds no money.
      </Text>
    </Stack>
  );
}
