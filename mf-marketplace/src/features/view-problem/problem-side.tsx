import { useSession } from '@solvent/store';
import { Box, Flex } from '@solvent/ui';
import { MessageLink } from '../../person/message-link.tsx';
import { SaveButton } from '../../saving/save-button.tsx';
import { MAIN_LOOK, MainAction } from './main-action.tsx';
import type { DetailedProblem } from './problem-detail.ts';
import { ProblemFacts } from './problem-facts.tsx';
import { ReportButton } from './report-button.tsx';
import { ShareButton } from './share-button.tsx';
import { SIDE_BUTTON } from './side-button.ts';
import { counterpartOf, mainActionOf } from './viewer.ts';

/** Above the tabs and their border, which phones alone have. */
const BAR = { base: 'calc(57px + env(safe-area-inset-bottom))', md: '0' } as const;

/** Beside another action: below it in the side card, an icon among the small ones in the bar, which has one row. */
const BESIDE = { ...SIDE_BUTTON, flex: 'none', ms: { base: '-3', lg: '0' }, w: { lg: 'full' }, order: { lg: 1 } } as const;

/** The poster and the accepted solver write to each other. */
function MessageCounterpart({ problem }: { problem: DetailedProblem }) {
  const viewer = useSession((state) => state.userData);
  const counterpart = counterpartOf(problem, viewer);
  const look = mainActionOf(problem, viewer) === null ? MAIN_LOOK : BESIDE;
  return counterpart ? <MessageLink {...look} size="md" person={counterpart} problemId={problem._id} /> : null;
}

/** Facts and actions: a card beside the problem, a bar at the bottom of small screens. */
export function ProblemSide({ problem, onSolve }: { problem: DetailedProblem; onSolve: () => void }) {
  return (
    <Flex
      as="aside"
      aria-label="Budget and bids"
      data-bottom-bar
      position={{ base: 'fixed', lg: 'static' }}
      bottom={BAR}
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
      px={{ base: '4', md: '6', lg: '5' }}
      py={{ base: '2', lg: '5' }}
    >
      <Box flex={{ base: '1 0 auto', lg: 'none' }}>
        <ProblemFacts problem={problem} />
      </Box>
      <Flex gap={{ base: '0', lg: '1.5' }} order={{ lg: 2 }}>
        <SaveButton problem={problem} {...SIDE_BUTTON} variant="page" />
        <ShareButton title={problem.title} />
        <ReportButton problem={problem} />
      </Flex>
      <MessageCounterpart problem={problem} />
      <MainAction problem={problem} onSolve={onSolve} />
    </Flex>
  );
}
