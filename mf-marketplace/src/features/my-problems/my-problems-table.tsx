import type { OwnProblem } from '@solvent/contracts';
import { ActionMenu, formatCount, formatMoney, ProblemStatusBadge, RelativeTime, toCents } from '@solvent/kit';
import type { MenuAction } from '@solvent/kit';
import { confirm, Flex, LinkButton, Span, VisuallyHidden } from '@solvent/ui';
import { CircleSlash, ExternalLink, MessageSquare, Pencil, RotateCcw } from 'lucide-react';
import { useChangeStatus } from '../../api/problem-status.ts';
import { getReturnFocus } from '../../problem/focus.ts';
import { getMessagePath } from '../../problem/message-link.tsx';
import { Cell, START_CELL, END_CELL, ResponsiveTable, RowTitle, TableRow } from '../../tables/responsive-table.tsx';
import { WorkStep } from '../../agreement/work-step.tsx';

const COLUMNS = [
  { head: 'Problem', width: 'minmax(0, 1fr)' },
  { head: 'Price', width: '132px' },
  { head: 'Status', width: '116px' },
  { head: 'Needs attention', width: 'minmax(0, 260px)' },
  { head: 'Posted', width: '72px' },
  { head: 'Actions', width: '124px' },
] as const;

function useActions({ _id, status, work }: OwnProblem): MenuAction[] {
  const { mutateAsync } = useChangeStatus(_id);
  const changeStatus = (to: 'closed' | 'open', successText: string) => mutateAsync({ to, successText }).catch(() => undefined);
  const close = (opener: HTMLElement) =>
    void confirm({
      title: 'Close this problem?',
      text: 'No one can bid on it while it is closed. You can reopen it at any time.',
      action: 'Close problem',
      busyAction: 'Closing…',
      destructive: true,
      run: () => changeStatus('closed', 'Problem closed'),
      finalFocusEl: getReturnFocus(opener),
    });
  const messagePath = work && getMessagePath(work.person, _id);
  return [
    { label: 'View', icon: ExternalLink, to: `/view-problems/${_id}` },
    ...(messagePath ? [{ label: 'Message the solver', icon: MessageSquare, to: messagePath }] : []),
    ...(status === 'open' ? [{ label: 'Close problem', icon: CircleSlash, run: close }] : []),
    ...(status === 'closed'
      ? [{ label: 'Reopen', icon: RotateCcw, run: () => void changeStatus('open', 'Problem reopened') }]
      : []),
  ];
}

function Attention({ problem }: { problem: OwnProblem }) {
  const { status, pendingBids, newBids, openQuestions, work, bidCount, takenDown } = problem;
  if (takenDown) return <>Taken down: {takenDown.reason}</>;
  if (work)
    return (
      <>
        <bdi>{work.person.name}</bdi> · <WorkStep work={work} />
      </>
    );
  const isOpen = status === 'open';
  return (
    <>
      {formatCount(isOpen ? pendingBids : bidCount, 'bid')}
      {isOpen && newBids > 0 ? (
        <>
          {', '}
          <Span color="brand.fg" fontWeight="600">
            {newBids} new
          </Span>
        </>
      ) : null}
      {isOpen && openQuestions > 0 ? ` · ${formatCount(openQuestions, 'open question')}` : null}
    </>
  );
}

function ProblemRow({ problem }: { problem: OwnProblem }) {
  const { _id, title, status, budget, agreedAmount, createdAt, takenDown } = problem;
  const actions = useActions(problem);
  return (
    <TableRow role="row">
      <Cell>
        <RowTitle dir="auto" to={`/view-problems/${_id}`}>
          {title}
        </RowTitle>
      </Cell>
      <Cell {...START_CELL} whiteSpace="nowrap">
        <Span fontWeight="600">{formatMoney(toCents(agreedAmount ?? budget))}</Span>
        <Span textStyle="meta" color="fg.muted" ms="1.5">
          {typeof agreedAmount === 'number' ? 'agreed' : 'budget'}
        </Span>
      </Cell>
      <Cell {...END_CELL}>
        <ProblemStatusBadge status={status} />
      </Cell>
      <Cell color="fg.muted" textOverflow="ellipsis" overflow="hidden" whiteSpace={{ lg: 'nowrap' }}>
        <Attention problem={problem} />
      </Cell>
      <Cell {...START_CELL}>
        <RelativeTime time={createdAt} color="fg.muted" />
      </Cell>
      <Cell {...END_CELL}>
        <Flex gap="1" justify="flex-end">
          {status === 'open' && !takenDown ? (
            <LinkButton
              to={`/post-problem?edit=${_id}`}
              size="sm"
              minH={{ base: '44px', lg: '36px' }}
              variant="ghost"
              colorPalette="gray"
            >
              <Pencil size={14} aria-hidden />
              Edit
              <VisuallyHidden> {title}</VisuallyHidden>
            </LinkButton>
          ) : null}
          <ActionMenu label={`More for ${title}`} actions={actions} />
        </Flex>
      </Cell>
    </TableRow>
  );
}

export const MyProblemsTable = ({ problems }: { problems: readonly OwnProblem[] }) => (
  <ResponsiveTable label="My problems" columns={COLUMNS}>
    {problems.map((problem) => (
      <ProblemRow key={problem._id} problem={problem} />
    ))}
  </ResponsiveTable>
);
