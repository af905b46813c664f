import { formatNumber } from '@solvent/contracts';
import type { Comment } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { renderInlineLoadError } from '@solvent/kit';
import { useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Badge, Box, Span, Wrap } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { useEffect, useState } from 'react';
import { problemBidsOptions } from '../../api/bids.ts';
import { commentsOptions } from '../../api/problems.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { FileTiles } from '../../attachments/file-tiles.tsx';
import { BidsForPoster } from '../../bid/bids-for-poster.tsx';
import { Comments } from '../../comments/comments.tsx';
import { focusSection } from '../../problem/focus.ts';
import { ProblemSection } from '../../problem/problem-section.tsx';
import { AgreedBid, AgreementSections } from './problem-agreement.tsx';
import { ProblemTabs } from './problem-tabs.tsx';
import { Ratings } from './ratings.tsx';
import type { ProblemDialog } from './use-problem-dialogs.tsx';
import { getCounterpart, getRunningAgreement, isPoster } from './viewer.ts';

export const BIDS_ID = 'bids';

const renderBidError = renderInlineLoadError('The bid');

interface ProblemProps {
  problem: DetailedProblem;
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Wrap as="ul" aria-label="Tags" gap="1.5" mt="8" listStyleType="none">
      {tags.map((tag) => (
        <Badge as="li" key={tag} variant="outline" colorPalette="gray" fontWeight="400" maxW="full">
          <Span truncate>{tag}</Span>
        </Badge>
      ))}
    </Wrap>
  );
}

function Brief({ problem }: ProblemProps) {
  return (
    <>
      <Markdown text={problem.body} />
      <Tags tags={problem.tags} />
      {problem.attachments.length > 0 ? (
        <ProblemSection title="Attachments">
          <FileTiles files={problem.attachments} />
        </ProblemSection>
      ) : null}
    </>
  );
}

/** All bids, for the poster. "Review bids" focuses them. */
const Bids = ({ problem }: ProblemProps) => (
  <Box id={BIDS_ID} tabIndex={-1} outline="0" scrollMarginTop="128px">
    <BidsForPoster problem={problem} />
  </Box>
);

/** The poster's own comments are updates (product 2.66). */
const countQuestions = (comments: readonly Comment[], posterId: string): number =>
  comments.filter(({ parentId, isDeleted, author }) => parentId === null && !isDeleted && author?._id !== posterId).length;

interface ProblemBodyProps extends ProblemProps {
  openDialog: (dialog: ProblemDialog) => void;
}

/** The work first, once it is under way; the agreed text last (product 2.56). */
function WorkTabs({ problem, openDialog }: ProblemBodyProps) {
  const viewer = useSession((state) => state.userData);
  const work = (
    <>
      <AgreementSections problem={problem} openDialog={openDialog} />
      <Ratings problem={problem} />
      <AgreedBid problem={problem} other={getCounterpart(problem, viewer)} renderLoadError={renderBidError} />
    </>
  );
  const brief = (
    <>
      <Brief problem={problem} />
      {isPoster(problem, viewer?._id) ? (
        <ProblemSection title="All bids">
          <Bids problem={problem} />
        </ProblemSection>
      ) : null}
    </>
  );
  return (
    <ProblemTabs
      label="Work, discussion and brief"
      initial="work"
      tabs={[
        { value: 'work', label: 'Work', content: work },
        { value: 'questions', label: 'Discussion', content: <Comments problem={problem} isInTab /> },
        { value: 'brief', label: 'Brief', content: brief },
      ]}
    />
  );
}

/** For the poster: the bids first if there are any (product 2.20). */
function PosterTabs({ problem }: ProblemProps) {
  const bids = useQuery(problemBidsOptions(problem._id)).data;
  const comments = useQuery(commentsOptions(problem._id)).data;
  // Not later: the first bid must not replace the text that the poster reads.
  const [initial] = useState(problem.bidCount > 0 && problem.status !== 'closed' ? 'bids' : 'brief');
  const bidCount = formatNumber(bids?.count ?? problem.bidCount);
  return (
    <ProblemTabs
      label="Bids, questions and brief"
      initial={initial}
      tabs={[
        { value: 'bids', label: `Bids (${bidCount})`, content: <Bids problem={problem} /> },
        {
          value: 'questions',
          label: `Questions (${formatNumber(countQuestions(comments ?? [], problem.user._id))})`,
          content: <Comments problem={problem} isInTab />,
        },
        { value: 'brief', label: 'Brief', content: <Brief problem={problem} /> },
      ]}
    />
  );
}

/** Ordered by the problem's state and the reader (product 2.56). */
export function ProblemBody({ problem, openDialog }: ProblemBodyProps) {
  const viewer = useSession((state) => state.userData);
  const { hash } = useLocation();
  useEffect(() => {
    // Later: the section may be in a tab that has to be selected first, and no effect can wait for that.
    const frame = hash ? requestAnimationFrame(() => focusSection(hash.slice(1))) : 0;
    return () => cancelAnimationFrame(frame);
  }, [hash]);
  if (getRunningAgreement(problem, viewer)) return <WorkTabs problem={problem} openDialog={openDialog} />;
  const isOwn = isPoster(problem, viewer?._id);
  return (
    <Box minW="0" {...(isOwn ? {} : { borderTopWidth: '1px', pt: '6' })}>
      {isOwn ? <PosterTabs problem={problem} /> : <Brief problem={problem} />}
      <AgreementSections problem={problem} openDialog={openDialog} />
      <Ratings problem={problem} />
      {isOwn ? null : <Comments problem={problem} />}
    </Box>
  );
}
