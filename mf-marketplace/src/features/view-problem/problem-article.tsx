import { TakenDownNotice } from '@solvent/kit';
import { Badge, Box, Span, Wrap } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import type { DetailedProblem } from '../../api/problems.ts';
import { usePendingSave } from '../../api/save-problem.ts';
import { FileTiles } from '../../attachments/file-tiles.tsx';
import { ProblemSection } from '../../problem/problem-section.tsx';
import { AgreementCard, AgreementSections } from './agreement-parts.tsx';
import { BidsAndQuestions } from './bids-and-questions.tsx';
import { InviteSolvers } from './invite-solvers.tsx';
import { ProblemColumns } from './problem-columns.tsx';
import { ProblemHead } from './problem-head.tsx';
import { ProblemSide } from './problem-side.tsx';
import { Ratings } from './ratings.tsx';
import { Timeline } from './timeline.tsx';
import { useProblemDialogs } from './use-problem-dialogs.tsx';
import type { Asked } from './use-problem-dialogs.tsx';
import type { useHeldBack } from './use-held-back.ts';

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

interface PartProps {
  problem: DetailedProblem;
  ask: (asked: Asked) => void;
}

function Body({ problem, ask }: PartProps) {
  return (
    <Box borderTopWidth="1px" pt="6">
      <Markdown text={problem.body} />
      <Tags tags={problem.tags} />
      {problem.attachments.length > 0 ? (
        <ProblemSection title="Attachments">
          <FileTiles files={problem.attachments} />
        </ProblemSection>
      ) : null}
      <AgreementSections problem={problem} ask={ask} />
      <Ratings problem={problem} />
      <Timeline problem={problem} />
      <BidsAndQuestions problem={problem} />
    </Box>
  );
}

interface ProblemArticleProps {
  problem: DetailedProblem;
  /** Given to all that an agreement would push away. */
  held: ReturnType<typeof useHeldBack>;
}

export function ProblemArticle({ problem, held }: ProblemArticleProps) {
  const { ask, dialog } = useProblemDialogs(problem);
  usePendingSave(true);
  return (
    <article>
      <ProblemColumns
        held={held}
        head={
          <>
            {problem.takenDown ? (
              <Box mb="4">
                <TakenDownNotice what="This problem" takenDown={problem.takenDown} />
              </Box>
            ) : null}
            <ProblemHead problem={problem} ask={ask} />
          </>
        }
        side={
          <>
            <AgreementCard problem={problem} ask={ask} />
            <ProblemSide problem={problem} ask={ask} />
            <InviteSolvers problem={problem} />
          </>
        }
        body={<Body problem={problem} ask={ask} />}
      />
      {dialog}
    </article>
  );
}
