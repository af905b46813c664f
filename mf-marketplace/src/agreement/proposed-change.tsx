import { REVIEW } from '@solvent/contracts';
import type { Agreement, AgreementChange, AgreementChangeStatus } from '@solvent/contracts';
import { Day, formatMoney, RelativeTime, toCents } from '@solvent/kit';
import { Box, Button, chakra, confirm, Flex, Span, Stack, Text, VisuallyHidden } from '@solvent/ui';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAnswerChange } from '../api/agreements.ts';
import { ignoreStaleWrite } from '../api/stale-write.ts';
import { getReturnFocus } from '../problem/focus.ts';

const ValueChange = ({ from, to }: { from: ReactNode; to: ReactNode }) => (
  <Flex as="span" display="inline-flex" align="center" gap="1.5" wrap="wrap" fontVariantNumeric="tabular-nums">
    <VisuallyHidden>from</VisuallyHidden>
    <Span color="fg.muted">{from}</Span>
    <ArrowRight size={14} aria-hidden />
    <VisuallyHidden>to</VisuallyHidden>
    <Span fontWeight="600">{to}</Span>
  </Flex>
);

const isSameDay = (one: string, other: string) => one.slice(0, 10) === other.slice(0, 10);

function Difference({ change: { kind, amount, dueAt, before } }: { change: AgreementChange }) {
  if (kind === 'parting') return <Text fontWeight="600">End the agreement</Text>;
  const isSamePrice = amount === before.amount;
  return (
    <Stack gap="0.5">
      {isSamePrice ? null : <ValueChange from={formatMoney(toCents(before.amount))} to={formatMoney(toCents(amount))} />}
      {isSameDay(dueAt, before.dueAt) && !isSamePrice ? null : (
        <ValueChange from={<Day time={before.dueAt} />} to={<Day time={dueAt} />} />
      )}
    </Stack>
  );
}

const Reason = ({ note }: { note: string }) =>
  note ? (
    <Text dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere" color="fg.muted">
      {note}
    </Text>
  ) : null;

function AnswerButtons({ agreementId, change }: { agreementId: string; change: AgreementChange }) {
  const agree = useAnswerChange(agreementId, change._id, 'agree');
  const decline = useAnswerChange(agreementId, change._id, 'decline');
  const { name } = change.proposedBy;
  const isParting = change.kind === 'parting';
  const confirmChange = () =>
    confirm({
      title: isParting ? 'Agree to end the agreement?' : 'Agree to this change?',
      text: isParting ? (
        <>
          The agreement ends, and the problem is open for bids again. <bdi>{name}</bdi> will be notified. For {REVIEW.days} days,
          both of you can rate each other or open a dispute.
        </>
      ) : (
        <>
          The agreement changes to {formatMoney(toCents(change.amount))}, due <Day time={change.dueAt} />. <bdi>{name}</bdi> will
          be notified.
        </>
      ),
      destructive: isParting,
      action: 'Agree',
      busyAction: 'Agreeing…',
      // The mutation has shown the error toast; a stale write only closes the dialog.
      run: () => agree.mutateAsync(undefined).catch(ignoreStaleWrite),
      finalFocusEl: getReturnFocus(),
    });
  return (
    <>
      <Button size="sm" disabled={decline.isPending} onClick={() => void confirmChange()}>
        Agree
      </Button>
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        loading={decline.isPending}
        onClick={() => decline.mutate(undefined)}
      >
        Decline
      </Button>
    </>
  );
}

function Withdraw({ agreementId, change }: { agreementId: string; change: AgreementChange }) {
  const withdraw = useAnswerChange(agreementId, change._id, 'withdraw');
  return (
    <Button
      size="sm"
      variant="outline"
      colorPalette="gray"
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate(undefined)}
    >
      Withdraw
      <VisuallyHidden> the proposed change</VisuallyHidden>
    </Button>
  );
}

interface ChangesProps {
  agreement: Agreement;
  viewerId: string;
}

export function ProposedChange({ agreement, viewerId }: ChangesProps) {
  const change = agreement.changes.findLast(({ status }) => status === 'proposed');
  if (!change || agreement.status === 'ended' || agreement.status === 'solved') return null;
  const isMine = change.proposedBy._id === viewerId;
  const other = agreement.seeker._id === viewerId ? agreement.solver.name : agreement.seeker.name;
  const proposal = change.kind === 'parting' ? 'to end the agreement' : 'a change';
  return (
    <Box role="group" aria-label="Proposed change" bg="brand.subtle" rounded="l2" p="3">
      <Stack gap="2">
        <Text fontWeight="500" overflowWrap="anywhere">
          {isMine ? `You proposed ${proposal}. ` : null}
          <bdi>{isMine ? other : change.proposedBy.name}</bdi>
          {isMine ? ' has not answered yet.' : ` proposed ${proposal}.`}
        </Text>
        <Difference change={change} />
        <Reason note={change.note} />
        <Flex gap="2" wrap="wrap">
          {isMine ? (
            <Withdraw agreementId={agreement._id} change={change} />
          ) : (
            <AnswerButtons agreementId={agreement._id} change={change} />
          )}
        </Flex>
      </Stack>
    </Box>
  );
}

const STATUS_LABELS: Record<AgreementChangeStatus, string> = {
  proposed: 'Not answered',
  agreed: 'Agreed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

export const Summary = chakra('summary', {
  base: {
    cursor: 'pointer',
    color: 'fg.muted',
    rounded: 'l1',
    focusVisibleRing: 'outside',
    py: '1',
    '@media (pointer: coarse)': { py: '3' },
  },
});

export function EarlierChanges({ agreement }: Pick<ChangesProps, 'agreement'>) {
  const isOver = agreement.status === 'ended' || agreement.status === 'solved';
  const earlier = agreement.changes.filter(({ status }) => isOver || status !== 'proposed').toReversed();
  if (earlier.length === 0) return null;
  return (
    <details>
      <Summary>Earlier changes ({earlier.length})</Summary>
      <Stack as="ul" gap="3" mt="2" listStyleType="none">
        {earlier.map((change) => (
          <Stack as="li" key={change._id} gap="0.5">
            <Difference change={change} />
            <Reason note={change.note} />
            <Text textStyle="meta" color="fg.subtle" overflowWrap="anywhere">
              {STATUS_LABELS[change.status]}, proposed by <bdi>{change.proposedBy.name}</bdi> ·{' '}
              <RelativeTime time={change.createdAt} />
            </Text>
          </Stack>
        ))}
      </Stack>
    </details>
  );
}
