import { useQuery } from '@solvent/http';
import { renderInlineLoadError, TakenDownNotice } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box } from '@solvent/ui';
import type { ReactNode } from 'react';
import { problemBidsOptions } from '../../api/bids.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { usePendingSave } from '../../api/save-problem.ts';
import { AboutPoster } from './about-poster.tsx';
import { AgreementCard, OwnBid } from './problem-agreement.tsx';
import { ProblemBody } from './problem-body.tsx';
import { ProblemColumns } from './problem-columns.tsx';
import { ProblemHead } from './problem-head.tsx';
import { InviteSolvers, ProblemSide } from './problem-side.tsx';
import { Timeline } from './timeline.tsx';
import { useProblemDialogs } from './use-problem-dialogs.tsx';
import { getRunningAgreement, isPoster } from './viewer.ts';

interface ProblemArticleProps {
  problem: DetailedProblem;
  /** Whether the code for signed-in users has loaded. */
  hasCode: boolean;
  /** Rendered in place of side and body until it is known whether the user has an agreement. */
  skeleton?: { side: ReactNode; body: ReactNode } | undefined;
}

const renderBidError = renderInlineLoadError('Your bid');

export function ProblemArticle({ problem, hasCode, skeleton }: ProblemArticleProps) {
  const { openDialog, dialog } = useProblemDialogs(problem);
  const viewer = useSession((state) => state.userData);
  const isReader = !isPoster(problem, viewer?._id) && getRunningAgreement(problem, viewer) === null;
  const mayHaveBid = viewer !== null && isReader;
  const bids = useQuery({ ...problemBidsOptions(problem._id), enabled: mayHaveBid });
  // Cards below the own bid would shift.
  const hasLowerCards = !mayHaveBid || (hasCode && !bids.isPending);
  usePendingSave(true);
  return (
    <article>
      <ProblemColumns
        head={
          <>
            {problem.takenDown ? (
              <Box mb="4">
                <TakenDownNotice subject="This problem" takenDown={problem.takenDown} />
              </Box>
            ) : null}
            <ProblemHead problem={problem} openDialog={openDialog} />
          </>
        }
        side={
          skeleton?.side ?? (
            <>
              <ProblemSide problem={problem} openDialog={openDialog} />
              <AgreementCard problem={problem} openDialog={openDialog} />
              {mayHaveBid ? <OwnBid problem={problem} renderLoadError={problem.myBid ? renderBidError : () => null} /> : null}
              <InviteSolvers problem={problem} />
              {hasLowerCards ? <Timeline problem={problem} /> : null}
              {isReader && hasLowerCards ? <AboutPoster problem={problem} /> : null}
            </>
          )
        }
        body={skeleton?.body ?? <ProblemBody problem={problem} openDialog={openDialog} />}
      />
      {dialog}
    </article>
  );
}
