import { renderInlineLoadError, SkeletonRegion } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { lazyComponent, Panel, Skeleton } from '@solvent/ui';
import type { DetailedProblem } from '../../api/problems.ts';
import type { Asked } from './use-problem-dialogs.tsx';
import { runningAgreement } from './viewer.ts';

const AgreementPanel = lazyComponent(() => import(/* webpackChunkName: "agreement" */ '../../agreement/agreement-panel.tsx'));
const Sections = lazyComponent(() => import(/* webpackChunkName: "agreement" */ '../../agreement/agreement-sections.tsx'));

/** Loads what shows an agreement while the problem is on its way: nothing moves once both are there. */
export const preloadAgreement = (): Promise<void> => AgreementPanel.preload();

const agreementNotLoaded = renderInlineLoadError('The agreement');
const deliveryNotLoaded = renderInlineLoadError('The delivery');

/** In the shape of the panel: title, terms, people, five steps. */
const PanelSkeleton = () => (
  <SkeletonRegion label="Loading the agreement" minH="400px" gap="4">
    {['24px', '52px', '56px', '160px', '36px'].map((height) => (
      <Skeleton key={height} h={height} />
    ))}
  </SkeletonRegion>
);

interface AgreementPartProps {
  problem: DetailedProblem;
  ask: (asked: Asked) => void;
}

/** The agreement, for its two people: beside the problem on large screens, above it on small ones. */
export function AgreementCard({ problem, ask }: AgreementPartProps) {
  const viewer = useSession((state) => state.userData);
  const { agreement } = problem;
  if (!agreement || !viewer || ![agreement.seeker._id, agreement.solver._id].includes(viewer._id)) return null;
  const isRunning = runningAgreement(problem, viewer) !== null;
  return (
    <Panel
      roundedBottom={{ lg: isRunning ? '0' : 'l3' }}
      borderBottomWidth={{ lg: isRunning ? '0' : '1px' }}
      mb={{ lg: isRunning ? '0' : '4' }}
    >
      <AgreementPanel
        agreement={agreement}
        viewerId={viewer._id}
        onAsk={ask}
        fallback={<PanelSkeleton />}
        renderLoadError={agreementNotLoaded}
      />
    </Panel>
  );
}

/** What was delivered, and what is disputed. */
export function AgreementSections({ problem, ask }: AgreementPartProps) {
  const viewerId = useSession((state) => state.userData?._id);
  const { agreement } = problem;
  if (!viewerId || !agreement || !(agreement.delivery || agreement.dispute)) return null;
  return (
    <Sections agreement={agreement} viewerId={viewerId} onWriteView={() => ask('dispute')} renderLoadError={deliveryNotLoaded} />
  );
}
