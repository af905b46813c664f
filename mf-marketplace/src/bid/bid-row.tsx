import type { BidSolver, Problem } from '@solvent/contracts';
import { formatCount, formatMoney, formatReplyTime, PersonLink, toCents } from '@solvent/kit';
import { Box, Button, Flex, PersonAvatar, Span, Text } from '@solvent/ui';
import { ChevronDown } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import { PersonRating } from '../problem/person-rating.tsx';
import { AcceptButton } from './bid-decisions.tsx';
import { BidMessage, BidPreview, BidReason, BidState } from './bid-facts.tsx';
import type { BidWithFacts } from './bid-order.ts';
import { formatBudgetDifference } from './bid-status.tsx';
import { BidActions, QUIET_BUTTON } from './bid-actions.tsx';
import type { CompareState } from './bid-actions.tsx';

export type BidListProblem = Pick<Problem, 'status' | 'budget'>;

export function SolverRating({ solver }: { solver: BidSolver }) {
  return solver.rating === null ? (
    <Text as="span" textStyle="meta" color="fg.subtle">
      Not rated yet
    </Text>
  ) : (
    <PersonRating {...solver} />
  );
}

function Facts({ bid: { facts } }: { bid: BidWithFacts }) {
  if (!facts) return null;
  const { solvedCount, matchingAreas, replyMinutes } = facts;
  const texts = [
    `${solvedCount} solved`,
    ...(matchingAreas.length > 0 ? [`knows ${matchingAreas.join(', ')}`] : []),
    ...(replyMinutes === null ? [] : [`usually replies ${formatReplyTime(replyMinutes)}`]),
  ];
  return (
    <Text textStyle="meta" color="fg.muted" mt="0.5" overflowWrap="anywhere">
      {texts.join(' · ')}
    </Text>
  );
}

interface BidRowProps extends CompareState {
  bid: BidWithFacts;
  problem: BidListProblem;
  othersPending: number;
  startsOpen: boolean;
}

export const BidRow = memo(function BidRow({ bid, problem, othersPending, startsOpen, ...comparison }: BidRowProps) {
  const [nameId, messageId] = [useId(), useId()];
  const { status, solver } = bid;
  const isUndecided = status === 'pending' && problem.status === 'open';
  const [isOpen, setOpen] = useState(startsOpen && isUndecided);
  const row = useRef<HTMLDivElement>(null);
  const getFallbackFocus = () => row.current ?? document.querySelector('h1');
  return (
    // Skips layout of rows outside the viewport. The padding leaves room for focus rings, which `content-visibility` clips.
    <Box
      as="li"
      borderTopWidth="1px"
      px="1"
      py="4"
      css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 150px' }}
      _first={{ borderTopWidth: '0' }}
    >
      <Flex ref={row} tabIndex={-1} outline="0" gap="3" align="flex-start">
        <PersonAvatar person={solver} diameter={36} />
        <Box flex="1" minW="0">
          <Flex justify="space-between" columnGap="4" rowGap="1" wrap="wrap">
            <Flex columnGap="2" wrap="wrap" align="center" minW="0">
              <Span id={nameId} minW="0">
                <PersonLink person={solver} />
              </Span>
              <SolverRating solver={solver} />
            </Flex>
            <Flex align="baseline" columnGap="3" wrap="wrap" fontVariantNumeric="tabular-nums">
              <Text textStyle="cardTitle">{formatMoney(toCents(bid.amount))}</Text>
              <Text color="fg.muted">{formatCount(bid.estimatedDays, 'day')}</Text>
            </Flex>
          </Flex>
          <Flex justify="space-between" columnGap="4" wrap="wrap">
            <Facts bid={bid} />
            <Text textStyle="meta" color="fg.muted" mt="0.5" ms="auto">
              {formatBudgetDifference(bid.amount, problem.budget)}
            </Text>
          </Flex>
          {isOpen ? null : <BidPreview bid={bid} />}
          <div id={messageId}>{isOpen ? <BidMessage bid={bid} /> : null}</div>
          <BidReason bid={bid} />
          <Flex
            mt="2"
            py="1"
            columnGap="1"
            rowGap="1"
            wrap="wrap"
            align="center"
            // The decision stays in sight below a long message.
            position={{ lg: isOpen && isUndecided ? 'sticky' : 'static' }}
            bottom="0"
            bg="bg"
            _print={{ display: isUndecided ? 'none' : 'flex' }}
          >
            {isUndecided ? null : (
              <Box me="2">
                <BidState bid={bid} />
              </Box>
            )}
            {isUndecided && isOpen ? (
              <AcceptButton
                bid={bid}
                describedBy={nameId}
                // Accepting replaces the list of bids.
                getFallbackFocus={() => document.querySelector('h1')}
                othersPending={othersPending}
              />
            ) : null}
            <Button
              {...QUIET_BUTTON}
              ms={isUndecided && !isOpen ? '-3' : undefined}
              aria-expanded={isOpen}
              aria-controls={messageId}
              aria-describedby={nameId}
              onClick={() => setOpen(!isOpen)}
            >
              <Box asChild transition="transform 150ms" transform={isOpen ? 'rotate(180deg)' : undefined}>
                <ChevronDown size={14} aria-hidden />
              </Box>
              {bid.files.length > 0 ? `Details, ${formatCount(bid.files.length, 'file')}` : 'Details'}
            </Button>
            <BidActions
              {...comparison}
              bid={bid}
              describedBy={nameId}
              isUndecided={isUndecided}
              getFallbackFocus={getFallbackFocus}
            />
          </Flex>
        </Box>
      </Flex>
    </Box>
  );
});
