import type { Agreement } from '@solvent/contracts';
import { formatCount, formatMoney, PersonalArea, sharePage, SignInLink, toCents } from '@solvent/kit';
import { useServerTime } from '@solvent/socket';
import { useSession } from '@solvent/store';
import { Box, Button, Flex, lazyComponent, Text, useDialogState } from '@solvent/ui';
import { Flag, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { getSide, getSteps, isDelivered } from '../../agreement/agreement-steps.ts';
import { formatDueIn } from '../../agreement/due-date.tsx';
import type { DetailedProblem } from '../../api/problems.ts';
import { MessageLink } from '../../problem/message-link.tsx';
import { SaveButton } from '../../problem/save-button.tsx';
import { MAIN_ACTION_STYLE, MainAction } from './main-action.tsx';
import type { ProblemDialog } from './use-problem-dialogs.tsx';
import { getCounterpart, isPoster, getMainAction, getRunningAgreement } from './viewer.ts';

const ReportDialog = lazyComponent(() => import(/* webpackChunkName: "report-dialog" */ './report-dialog.tsx'));
const InviteCard = lazyComponent(() => import(/* webpackChunkName: "invite-card" */ './invite-card.tsx'));

const SIDE_BUTTON = {
  variant: { base: 'ghost', lg: 'outline' },
  colorPalette: 'gray',
  px: { base: '0', lg: '2' },
  borderWidth: { base: '0', lg: '1px' },
  gap: { base: '0', lg: '1.5' },
  fontSize: { base: '0', lg: 'sm' },
  flex: { lg: '1 1 auto' },
} as const;

/** On small screens, the facts of a pending bid instead, whose card is below the text. */
function ProblemFacts({ problem: { budget, bidCount, myBid } }: { problem: DetailedProblem }) {
  const isPending = myBid?.status === 'pending';
  return (
    <>
      {isPending ? <BarFacts amount={myBid.amount}>Pending</BarFacts> : null}
      <Flex
        hideBelow={isPending ? 'lg' : undefined}
        direction={{ base: 'column', lg: 'row' }}
        justify="space-between"
        align={{ lg: 'end' }}
        columnGap="6"
        minW="0"
        fontVariantNumeric="tabular-nums"
      >
        <Box>
          <Text color="fg.muted" hideBelow="lg">
            Budget
          </Text>
          <Text textStyle={{ base: 'cardTitle', lg: 'pageTitle' }}>{formatMoney(toCents(budget))}</Text>
        </Box>
        <Text color="fg.muted" whiteSpace="nowrap" pb={{ lg: '1' }} textStyle={{ base: 'meta', lg: 'body' }} aria-live="polite">
          {formatCount(bidCount, 'Bid')}
        </Text>
      </Flex>
    </>
  );
}

const BarFacts = ({ amount, children }: { amount: number; children: ReactNode }) => (
  <Box hideFrom="lg" fontVariantNumeric="tabular-nums">
    <Text textStyle="cardTitle">{formatMoney(toCents(amount))}</Text>
    <Text color="fg.muted" textStyle="meta" whiteSpace="nowrap">
      {children}
    </Text>
  </Box>
);

function AgreedFacts({ agreement }: { agreement: Agreement }) {
  const { amount, dueAt, solvedAt } = agreement;
  const now = useServerTime();
  return <BarFacts amount={amount}>{solvedAt || isDelivered(agreement) ? 'agreed' : `due ${formatDueIn(dueAt, now)}`}</BarFacts>;
}

/** The step of the main action, or how it ended. On small screens, the agreement shows the same. */
function NextStep({ problem, agreement }: { problem: DetailedProblem; agreement: Agreement }) {
  const viewer = useSession((state) => state.userData);
  const now = useServerTime();
  const side = getSide(agreement, viewer?._id);
  if (!side) return null;
  const steps = getSteps(agreement, side, now);
  const current = steps.filter(({ state }) => state === 'current');
  const step = current.at(getMainAction(problem, viewer) === 'rate' ? -1 : 0) ?? steps.at(-1);
  return (
    <Box hideBelow="lg">
      {current.length > 0 ? <Text color="fg.muted">Next step</Text> : null}
      <Text textStyle="cardTitle" overflowWrap="anywhere" dir="ltr">
        {step?.text ?? 'Paid and rated.'}
      </Text>
    </Box>
  );
}

function ShareButton({ title }: { title: string }) {
  return (
    <Button {...SIDE_BUTTON} onClick={() => void sharePage(title, window.location.pathname)}>
      <Share2 size={16} aria-hidden />
      Share
    </Button>
  );
}

const REPORT_LABEL = (
  <>
    <Flag size={16} aria-hidden />
    Report
  </>
);

function ReportButton({ problem }: { problem: DetailedProblem }) {
  const viewer = useSession((state) => state.userData);
  const { isOpen, open, close, onLoadError } = useDialogState();
  if (isPoster(problem, viewer?._id)) return null;
  if (!viewer)
    return (
      <SignInLink purpose={`report "${problem.title}"`} {...SIDE_BUTTON}>
        {REPORT_LABEL}
      </SignInLink>
    );
  return (
    <>
      <Button {...SIDE_BUTTON} onClick={open}>
        {REPORT_LABEL}
      </Button>
      {isOpen ? <ReportDialog problemId={problem._id} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

/** Above the bottom tabs and their border, which only phones have. */
const BAR_BOTTOM = { base: 'calc(57px + env(safe-area-inset-bottom))', md: '0' } as const;

const SECONDARY_STYLE = {
  ...SIDE_BUTTON,
  flex: 'none',
  ms: { base: '-2', lg: '0' },
  w: { lg: 'full' },
} as const;

function MessageCounterpart({ problem }: { problem: DetailedProblem }) {
  const viewer = useSession((state) => state.userData);
  const counterpart = getCounterpart(problem, viewer);
  const isMain = getMainAction(problem, viewer) === null && getRunningAgreement(problem, viewer) !== null;
  const style = isMain ? ({ ...MAIN_ACTION_STYLE, variant: 'solid', colorPalette: 'brand' } as const) : SECONDARY_STYLE;
  return counterpart ? (
    <MessageLink {...style} order={{ base: 1, lg: 0 }} size="md" person={counterpart} problemId={problem._id} />
  ) : null;
}

interface ProblemSideProps {
  problem: DetailedProblem;
  openDialog: (dialog: ProblemDialog) => void;
}

/** Facts and the next step: a card on large screens, with the agreement or the own bid below; a bottom bar on small ones. */
export function ProblemSide({ problem, openDialog }: ProblemSideProps) {
  const viewer = useSession((state) => state.userData);
  const agreement = getRunningAgreement(problem, viewer);
  return (
    <Flex
      as="aside"
      aria-label="Budget and bids"
      data-bottom-bar
      // The agreement has the same facts.
      _print={{ display: agreement ? 'none' : 'flex' }}
      position={{ base: 'fixed', lg: 'static' }}
      bottom={BAR_BOTTOM}
      insetX="0"
      zIndex="docked"
      direction={{ base: 'row', lg: 'column' }}
      wrap={{ base: 'wrap', lg: 'nowrap' }}
      align={{ base: 'center', lg: 'stretch' }}
      columnGap="2"
      rowGap={{ base: '1', lg: '4' }}
      bg="bg.panel"
      borderColor="border"
      borderWidth={{ base: '1px 0 0', lg: '1px' }}
      rounded={{ lg: 'l3' }}
      roundedBottom={{ lg: agreement || problem.myBid ? '0' : 'l3' }}
      px={{ base: '4', md: '6', lg: '5' }}
      py={{ base: '2', lg: '5' }}
    >
      <Box flex={{ base: '1 0 auto', lg: 'none' }}>
        {agreement ? <AgreedFacts agreement={agreement} /> : <ProblemFacts problem={problem} />}
        {agreement ? <NextStep problem={problem} agreement={agreement} /> : null}
      </Box>
      <PersonalArea
        {...MAIN_ACTION_STYLE}
        order={{ base: 2, lg: 0 }}
        // Large screens have the card of invitations below.
        display={{ base: 'flex', lg: getMainAction(problem, viewer) === 'invite-solvers' ? 'none' : 'block' }}
        _empty={{ display: 'none' }}
      >
        <MainAction problem={problem} openDialog={openDialog} />
      </PersonalArea>
      <MessageCounterpart problem={problem} />
      {/* Links to a taken-down problem return 404. */}
      {problem.takenDown ? null : (
        <PersonalArea display="flex" gap={{ base: '0', lg: '1.5' }}>
          <SaveButton problem={problem} {...SIDE_BUTTON} variant="page" />
          <ShareButton title={problem.title} />
          <ReportButton problem={problem} />
        </PersonalArea>
      )}
    </Flex>
  );
}

/** Invitations, for the poster of an open problem. The page works without them. */
export function InviteSolvers({ problem }: { problem: DetailedProblem }) {
  const viewerId = useSession((state) => state.userData?._id);
  if (problem.status !== 'open' || problem.takenDown || !isPoster(problem, viewerId)) return null;
  return <InviteCard problemId={problem._id} renderLoadError={() => null} />;
}
