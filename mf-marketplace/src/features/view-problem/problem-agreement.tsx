import { renderInlineLoadError, SkeletonRegion } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { lazyComponent, Panel, Skeleton } from '@solvent/ui';
import type { DetailedProblem } from '../../api/problems.ts';
import { LOWER_PART } from '../../problem/side-card.tsx';
import type { ProblemDialog } from './use-problem-dialogs.tsx';
import { getRunningAgreement } from './viewer.ts';

const AgreementPanel = lazyComponent(() => import(/* webpackChunkName: "agreement" */ '../../agreement/agreement-panel.tsx'));
const Sections = lazyComponent(() => import(/* webpackChunkName: "agreement" */ '../../agreement/agreement-sections.tsx'));
export const AgreedBid = lazyComponent(() => import(/* webpackChunkName: "agreement" */ '../../agreement/agreed-bid.tsx'));
export const OwnBid = lazyComponent(() => import(/* webpackChunkName: "agreement" */ '../../bid/own-bid.tsx'));

/** The code for participants and bidders. Loads in parallel with the problem, to avoid a layout shift. */
export const preloadAgreement = (): Promise<unknown> =>
  Promise.all([AgreementPanel, Sections, AgreedBid, OwnBid].map((component) => component.preload()));

const renderAgreementError = renderInlineLoadError('The agreement');
const renderDeliveryError = renderInlineLoadError('The delivery');

const PanelSkeleton = () => (
  <SkeletonRegion label="Loading the agreement" minH="400px" gap="4">
    {['24px', '52px', '56px', '160px', '36px'].map((height) => (
      <Skeleton key={height} h={height} />
    ))}
  </SkeletonRegion>
);

interface ProblemAgreementProps {
  problem: DetailedProblem;
  openDialog: (dialog: ProblemDialog) => void;
}

/** The agreement, for its two participants: below the next step on large screens, above the work on small ones until it is delivered. */
export function AgreementCard({ problem, openDialog }: ProblemAgreementProps) {
  const viewer = useSession((state) => state.userData);
  const { agreement } = problem;
  if (!agreement || !viewer || ![agreement.seeker._id, agreement.solver._id].includes(viewer._id)) return null;
  const isRunning = getRunningAgreement(problem, viewer) !== null;
  // On small screens, a delivery is above it, unless the agreement needs an answer.
  const isBelowWork = agreement.delivery !== null && !agreement.changes.some(({ status }) => status === 'proposed');
  return (
    <Panel order={{ base: isBelowWork ? 1 : 0, lg: 0 }} {...(isRunning ? LOWER_PART : { mt: { lg: '4' } })}>
      <AgreementPanel
        agreement={agreement}
        viewerId={viewer._id}
        onOpenDialog={openDialog}
        fallback={<PanelSkeleton />}
        renderLoadError={renderAgreementError}
      />
    </Panel>
  );
}

export function AgreementSections({ problem, openDialog }: ProblemAgreementProps) {
  const viewerId = useSession((state) => state.userData?._id);
  const { agreement } = problem;
  if (!viewerId || !agreement || !(agreement.delivery || agreement.dispute)) return null;
  return (
    <Sections
      agreement={agreement}
      viewerId={viewerId}
      onEditView={() => openDialog('dispute')}
      renderLoadError={renderDeliveryError}
    />
  );
}
