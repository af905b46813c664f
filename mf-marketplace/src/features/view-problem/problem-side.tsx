import type { Agreement } from '@solvent/contracts';
import { formatCount, formatMoney, PersonalArea, sharePage, toCents } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Button, Flex, lazyComponent, Text, useDialogState } from '@solvent/ui';
import { Flag, Share2 } from 'lucide-react';
import { formatDueIn } from '../../agreement/due-date.tsx';
import type { DetailedProblem } from '../../api/problems.ts';
import { MessageLink } from '../../problem/message-link.tsx';
import { SaveButton } from '../../problem/save-button.tsx';
import { SignInLink } from '../../problem/sign-in-link.tsx';
import { MAIN_ACTION_STYLE, MainAction } from './main-action.tsx';
import type { ProblemDialog } from './use-problem-dialogs.tsx';
import { getCounterpart, isPoster, getMainAction, runningAgreement } from './viewer.ts';

const ReportDialog = lazyComponent(() => import(/* webpackChunkName: "report-dialog" */ './report-dialog.tsx'));
const InviteCard = lazyComponent(() => import(/* webpackChunkName: "invite-card" */ './invite-card.tsx'));

/** How the small buttons of the side card look: with their word there, the icon alone in the bar of small screens. */
const SIDE_BUTTON = {
  variant: { base: 'ghost', lg: 'outline' },
  colorPalette: 'gray',
  px: { base: '0', lg: '2' },
  minW: '44px',
  borderWidth: { base: '0', lg: '1px' },
  gap: { base: '0', lg: '1.5' },
  // Still the button's name.
  fontSize: { base: '0', lg: 'sm' },
  flex: { lg: '1 1 auto' },
} as const;

function ProblemFacts({ problem: { budget, bidCount } }: { problem: DetailedProblem }) {
  return (
    <Flex
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
  );
}

/** In the bar of small screens; on large ones the card above has it. */
function AgreedFacts({ agreement: { amount, dueAt, delivery, solvedAt } }: { agreement: Agreement }) {
  return (
    <Box hideFrom="lg" fontVariantNumeric="tabular-nums">
      <Text textStyle="cardTitle">{formatMoney(toCents(amount))}</Text>
      <Text color="fg.muted" textStyle="meta" whiteSpace="nowrap">
        {delivery || solvedAt ? 'agreed' : `due ${formatDueIn(dueAt)}`}
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

/** Tells the product's people of a problem. Nobody reports their own; who is signed out signs in first. */
function ReportButton({ problem }: { problem: DetailedProblem }) {
  const viewer = useSession((state) => state.userData);
  const { isOpen, open, close, onLoadError } = useDialogState();
  if (isPoster(problem, viewer?._id)) return null;
  if (!viewer) return <SignInLink {...SIDE_BUTTON}>{REPORT_LABEL}</SignInLink>;
  return (
    <>
      <Button {...SIDE_BUTTON} onClick={open}>
        {REPORT_LABEL}
      </Button>
      {isOpen ? <ReportDialog problemId={problem._id} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

/** Above the tabs and their border, which phones alone have. */
const BAR_BOTTOM = { base: 'calc(57px + env(safe-area-inset-bottom))', md: '0' } as const;

/** Beside another action: below it in the side card, an icon among the small ones in the bar, which has one row. */
const SECONDARY_STYLE = {
  ...SIDE_BUTTON,
  flex: 'none',
  ms: { base: '-3', lg: '0' },
  w: { lg: 'full' },
  order: { lg: 1 },
} as const;

function MessageCounterpart({ problem }: { problem: DetailedProblem }) {
  const viewer = useSession((state) => state.userData);
  const counterpart = getCounterpart(problem, viewer);
  const style = getMainAction(problem, viewer) === null ? MAIN_ACTION_STYLE : SECONDARY_STYLE;
  return counterpart ? <MessageLink {...style} size="md" person={counterpart} problemId={problem._id} /> : null;
}

interface ProblemSideProps {
  problem: DetailedProblem;
  openDialog: (asked: ProblemDialog) => void;
}

/** Facts and actions: a card beside the problem, under the agreement where there is one; a bar at the bottom of small screens. */
export function ProblemSide({ problem, openDialog }: ProblemSideProps) {
  const viewer = useSession((state) => state.userData);
  const agreement = runningAgreement(problem, viewer);
  return (
    <Flex
      as="aside"
      aria-label="Budget and bids"
      data-bottom-bar
      position={{ base: 'fixed', lg: 'static' }}
      bottom={BAR_BOTTOM}
      insetX="0"
      zIndex="docked"
      direction={{ base: 'row', lg: 'column' }}
      wrap={{ base: 'wrap', lg: 'nowrap' }}
      align={{ base: 'center', lg: 'stretch' }}
      columnGap="3"
      rowGap={{ base: '1', lg: '4' }}
      bg="bg.panel"
      borderColor="border"
      borderWidth={{ base: '1px 0 0', lg: '1px' }}
      rounded={{ lg: 'l3' }}
      // Under an agreement both are one card.
      roundedTop={{ lg: agreement ? '0' : 'l3' }}
      px={{ base: '4', md: '6', lg: '5' }}
      py={{ base: '2', lg: '5' }}
    >
      <Box flex={{ base: '1 0 auto', lg: 'none' }} display={{ lg: agreement ? 'none' : 'block' }}>
        {agreement ? <AgreedFacts agreement={agreement} /> : <ProblemFacts problem={problem} />}
      </Box>
      {/* A link to a problem that is taken down leads nowhere. */}
      {problem.takenDown ? null : (
        <PersonalArea display="flex" gap={{ base: '0', lg: '1.5' }} order={{ lg: 2 }}>
          <SaveButton problem={problem} {...SIDE_BUTTON} variant="page" />
          <ShareButton title={problem.title} />
          <ReportButton problem={problem} />
        </PersonalArea>
      )}
      <MessageCounterpart problem={problem} />
      <PersonalArea {...MAIN_ACTION_STYLE} display={{ base: 'flex', lg: 'block' }} _empty={{ display: 'none' }}>
        <MainAction problem={problem} openDialog={openDialog} />
      </PersonalArea>
    </Flex>
  );
}

/** "Invite solvers", for the poster while bids are welcome. The page goes on without it. */
export function InviteSolvers({ problem }: { problem: DetailedProblem }) {
  const viewerId = useSession((state) => state.userData?._id);
  if (problem.status !== 'open' || problem.takenDown || !isPoster(problem, viewerId)) return null;
  return <InviteCard problemId={problem._id} renderLoadError={() => null} />;
}
