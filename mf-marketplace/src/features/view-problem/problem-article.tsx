import { TakenDownNotice } from '@solvent/kit';
import { Badge, Box, Span, Wrap } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import type { ReactNode } from 'react';
import type { DetailedProblem } from '../../api/problems.ts';
import { usePendingSave } from '../../api/save-problem.ts';
import { FileTiles } from '../../attachments/file-tiles.tsx';
import { ProblemSection } from '../../problem/problem-section.tsx';
import { AgreementCard, AgreementSections } from './problem-agreement.tsx';
import { BidsAndQuestions } from './bids-and-questions.tsx';
import { ProblemColumns } from './problem-columns.tsx';
import { ProblemHead } from './problem-head.tsx';
import { InviteSolvers, ProblemSide } from './problem-side.tsx';
import { Ratings } from './ratings.tsx';
import { Timeline } from './timeline.tsx';
import { useProblemDialogs } from './use-problem-dialogs.tsx';
import type { ProblemDialog } from './use-problem-dialogs.tsx';

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

interface BodyProps {
  problem: DetailedProblem;
  openDialog: (dialog: ProblemDialog) => void;
}

function Body({ problem, openDialog }: BodyProps) {
  return (
    <Box minW="0" borderTopWidth="1px" pt="6">
      <Markdown text={problem.body} />
      <Tags tags={problem.tags} />
      {problem.attachments.length > 0 ? (
        <ProblemSection title="Attachments">
          <FileTiles files={problem.attachments} />
        </ProblemSection>
      ) : null}
      <AgreementSections problem={problem} openDialog={openDialog} />
      <Ratings problem={problem} />
      <Timeline problem={problem} />
      <BidsAndQuestions problem={problem} />
    </Box>
  );
}

interface ProblemArticleProps {
  problem: DetailedProblem;
  /** Rendered in place of side and body until it is known whether the user has an agreement. */
  skeleton?: { side: ReactNode; body: ReactNode } | undefined;
}

export function ProblemArticle({ problem, skeleton }: ProblemArticleProps) {
  const { openDialog, dialog } = useProblemDialogs(problem);
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
              <AgreementCard problem={problem} openDialog={openDialog} />
              <ProblemSide problem={problem} openDialog={openDialog} />
              <InviteSolvers problem={problem} />
            </>
          )
        }
        body={skeleton?.body ?? <Body problem={problem} openDialog={openDialog} />}
      />
      {dialog}
    </article>
  );
}
