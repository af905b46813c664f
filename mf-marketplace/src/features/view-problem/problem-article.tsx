import { Badge, Box, Span, Wrap } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import type { DetailedProblem } from '../../api/problems.ts';
import { usePendingSave } from '../../api/save-problem.ts';
import { ProblemBids } from '../../bid/problem-bids.tsx';
import { Comments } from '../../comments/comments.tsx';
import { Attachments } from './attachments.tsx';
import { InviteSolvers } from './invite-solvers.tsx';
import { BIDS_ID } from './main-action.tsx';
import { ProblemColumns } from './problem-columns.tsx';
import { ProblemHead } from './problem-head.tsx';
import { ProblemSide } from './problem-side.tsx';
import { Ratings } from './ratings.tsx';
import { Timeline } from './timeline.tsx';
import { useConfirmedChange } from './use-confirmed-change.ts';

/** All of them, while a card shows four. */
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

function Body({ problem }: { problem: DetailedProblem }) {
  return (
    <Box borderTopWidth="1px" pt="6">
      <Markdown text={problem.body} />
      <Tags tags={problem.tags} />
      <Attachments files={problem.attachments} />
      <Ratings problem={problem} />
      <Timeline problem={problem} />
      <Comments problem={problem} />
      <Box id={BIDS_ID} tabIndex={-1} outline="0" scrollMarginTop="40px">
        <ProblemBids problem={problem} />
      </Box>
    </Box>
  );
}

export function ProblemArticle({ problem }: { problem: DetailedProblem }) {
  const ask = useConfirmedChange(problem);
  usePendingSave(true);
  return (
    <article>
      <ProblemColumns
        head={<ProblemHead problem={problem} ask={ask} />}
        side={
          <>
            <ProblemSide problem={problem} onSolve={() => ask('solve')} />
            <InviteSolvers problem={problem} />
          </>
        }
        body={<Body problem={problem} />}
      />
    </article>
  );
}
