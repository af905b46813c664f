import type { Agreement, Dispute as DisputeOf, DisputeOutcome, PersonSummary } from '@solvent/contracts';
import { Day, RelativeTime } from '@solvent/kit';
import { Box, Button, confirm, Flex, Heading, Panel, Stack, Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { useWithdrawDispute } from '../api/agreements.ts';
import { ignoreStaleWrite } from '../api/stale-write.ts';
import { getReturnFocus } from '../problem/focus.ts';
import { ProblemSection } from '../problem/problem-section.tsx';
import type { Side } from './agreement-steps.ts';

export const DISPUTE_ID = 'dispute';

const OUTCOMES: Record<DisputeOutcome, string> = {
  continue: 'The work continues.',
  solved: 'The problem counts as solved.',
  ended: 'The agreement ends.',
};

function View({ person, view, isViewer }: { person: PersonSummary; view: string | null; isViewer: boolean }) {
  return (
    <Box as="li">
      <Heading as="h3" textStyle="cardTitle" overflowWrap="anywhere">
        {isViewer ? 'Your view' : `${person.name}’s view`}
      </Heading>
      {view ? <Markdown text={view} headingsFrom={4} /> : <Text color="fg.muted">No view yet.</Text>}
    </Box>
  );
}

function WithdrawDispute({ agreementId }: { agreementId: string }) {
  const { mutateAsync } = useWithdrawDispute(agreementId);
  const confirmWithdrawal = () =>
    confirm({
      title: 'Withdraw this dispute?',
      text: 'Both views will be deleted, and no moderator will decide. You can’t open another dispute about this agreement.',
      action: 'Withdraw dispute',
      busyAction: 'Withdrawing…',
      run: () => mutateAsync(undefined).catch(ignoreStaleWrite),
      finalFocusEl: getReturnFocus(),
    });
  return (
    <Button size="sm" variant="outline" colorPalette="gray" onClick={() => void confirmWithdrawal()}>
      Withdraw dispute
    </Button>
  );
}

function Decision({ decision }: { decision: NonNullable<DisputeOf['decision']> }) {
  return (
    <Stack gap="2" bg="bg.muted" rounded="l2" p="4">
      <Heading as="h3" textStyle="cardTitle">
        Decision
      </Heading>
      <Text>
        {OUTCOMES[decision.outcome]} <RelativeTime time={decision.at} color="fg.subtle" />
      </Text>
      {decision.text ? <Markdown text={decision.text} headingsFrom={4} /> : null}
    </Stack>
  );
}

interface DisputeProps {
  agreement: Agreement;
  side: Side;
  onEditView: () => void;
}

/** Both statements and the moderator's decision, for the two participants (product 2.41). */
export function Dispute({ agreement, side, onEditView }: DisputeProps) {
  const { dispute, seeker, solver } = agreement;
  if (!dispute) return null;
  const { openedBy, openedAt, decision, seekerView, solverView } = dispute;
  const ownView = side === 'seeker' ? seekerView : solverView;
  const isMine = openedBy._id === agreement[side]._id;
  return (
    <Box id={DISPUTE_ID} tabIndex={-1} outline="0" scrollMarginTop="40px">
      <ProblemSection title="Dispute">
        <Panel>
          <Stack gap="5">
            <Text color="fg.muted" overflowWrap="anywhere">
              {isMine ? 'You' : <bdi>{openedBy.name}</bdi>} opened this dispute on <Day time={openedAt} />.{' '}
              {decision ? null : 'A moderator will read both views and decide.'}
            </Text>
            <Stack as="ul" gap="5" listStyleType="none">
              <View person={seeker} view={seekerView} isViewer={side === 'seeker'} />
              <View person={solver} view={solverView} isViewer={side === 'solver'} />
            </Stack>
            {decision ? (
              <Decision decision={decision} />
            ) : (
              <Flex gap="2" wrap="wrap">
                <Button size="sm" onClick={onEditView}>
                  {ownView ? 'Change your view' : 'Write your view'}
                </Button>
                {isMine ? <WithdrawDispute agreementId={agreement._id} /> : null}
              </Flex>
            )}
          </Stack>
        </Panel>
      </ProblemSection>
    </Box>
  );
}
