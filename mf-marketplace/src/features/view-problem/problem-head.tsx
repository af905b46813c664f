import { CATEGORIES } from '@solvent/contracts';
import { Day, formatCount, PersonLink, ProblemStatusBadge, RelativeTime, useListLink } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Badge, Button, Flex, Heading, LinkButton, Span, Wrap } from '@solvent/ui';
import { ArrowLeft, CircleCheck, CircleSlash, Pencil, RotateCcw, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChangeStatus } from '../../api/problem-status.ts';
import type { DetailedProblem } from '../../api/problems.ts';
import { CATEGORY_ICONS } from '../../problem/category-icons.ts';
import { PersonRating } from '../../problem/person-rating.tsx';
import type { ProblemDialog } from './use-problem-dialogs.tsx';
import { getAllowedChanges } from './viewer.ts';

function CategoryBadge({ category = 'frontend' }: Pick<DetailedProblem, 'category'>) {
  const Icon = CATEGORY_ICONS[category];
  return (
    <Badge variant="subtle" colorPalette="gray">
      <Icon size={12} aria-hidden />
      {CATEGORIES[category]}
    </Badge>
  );
}

/** The dot stays with the text when the line wraps. */
const AfterDot = ({ children }: { children: ReactNode }) => (
  <Span whiteSpace="nowrap">
    <Span aria-hidden color="fg.subtle" me="2">
      ·
    </Span>
    {children}
  </Span>
);

function Byline({ problem: { user, posterRating, createdAt, doneBy, viewCount } }: { problem: DetailedProblem }) {
  return (
    <Flex columnGap="2" rowGap="1" mt="3" color="fg.muted" minW="0" align="center" wrap="wrap" fontVariantNumeric="tabular-nums">
      <PersonLink person={user} avatar={24} />
      <PersonRating {...posterRating} />
      {createdAt ? (
        <AfterDot>
          <RelativeTime time={createdAt} color="fg.subtle" />
        </AfterDot>
      ) : null}
      <AfterDot>
        <Span color="fg.subtle">{formatCount(viewCount, 'view')}</Span>
      </AfterDot>
      {doneBy ? (
        <AfterDot>
          Done by <Day time={doneBy} />
        </AfterDot>
      ) : null}
    </Flex>
  );
}

const BUTTON_STYLE = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

function ReopenButton({ id }: { id: string }) {
  const { mutate, isPending } = useChangeStatus(id);
  return (
    <Button {...BUTTON_STYLE} loading={isPending} onClick={() => mutate({ to: 'open', successText: 'Problem reopened' })}>
      <RotateCcw size={14} aria-hidden />
      Reopen
    </Button>
  );
}

interface ProblemChangesProps {
  problem: DetailedProblem;
  openDialog: (dialog: ProblemDialog) => void;
}

function ProblemChanges({ problem, openDialog }: ProblemChangesProps) {
  const changes = getAllowedChanges(
    problem,
    useSession((state) => state.userData),
  );
  if (changes.length === 0) return null;
  return (
    <Flex role="group" aria-label="Manage problem" gap="2" css={{ '& svg': { display: { base: 'none', sm: 'block' } } }}>
      {changes.includes('edit') ? (
        <LinkButton {...BUTTON_STYLE} to={`/post-problem?edit=${encodeURIComponent(problem._id)}`}>
          <Pencil size={14} aria-hidden />
          Edit
        </LinkButton>
      ) : null}
      {changes.includes('close') ? (
        <Button {...BUTTON_STYLE} onClick={() => openDialog('close')}>
          <CircleSlash size={14} aria-hidden />
          Close problem
        </Button>
      ) : null}
      {changes.includes('reopen') ? <ReopenButton id={problem._id} /> : null}
      {changes.includes('solve') ? (
        <Button {...BUTTON_STYLE} onClick={() => openDialog('solve')}>
          <CircleCheck size={14} aria-hidden />
          Mark solved
        </Button>
      ) : null}
      {changes.includes('end-agreement') ? (
        <Button {...BUTTON_STYLE} onClick={() => openDialog('end-agreement')}>
          <Unlink size={14} aria-hidden />
          End agreement
        </Button>
      ) : null}
    </Flex>
  );
}

const BACK_LINK_STYLE = {
  fontSize: { base: '0', sm: 'sm' },
  gap: { base: '0', sm: '2' },
  px: { base: '0', sm: '3' },
} as const;

/** The top of a problem's page. The row of actions is always there, so that nothing shifts when the user is known. */
export function ProblemHead({ problem, openDialog }: ProblemChangesProps) {
  const listLink = useListLink('solvent.list.problems', '/problems');
  return (
    <>
      <Flex justify="space-between" gap="2" mb="3">
        <LinkButton {...listLink} variant="ghost" colorPalette="gray" size="sm" ms="-3" {...BACK_LINK_STYLE}>
          <ArrowLeft size={16} aria-hidden />
          Back to problems
        </LinkButton>
        <ProblemChanges problem={problem} openDialog={openDialog} />
      </Flex>
      <Wrap gap="2">
        <ProblemStatusBadge status={problem.status} />
        <CategoryBadge category={problem.category} />
      </Wrap>
      <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" mt="3" overflowWrap="anywhere" dir="auto">
        {problem.title}
      </Heading>
      <Byline problem={problem} />
    </>
  );
}
