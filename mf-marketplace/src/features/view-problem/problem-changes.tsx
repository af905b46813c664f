import { useSession } from '@solvent/store';
import { Button, Flex, LinkButton } from '@solvent/ui';
import { CircleSlash, Pencil, RotateCcw, Unlink } from 'lucide-react';
import { useChangeStatus } from './change-status.ts';
import type { DetailedProblem } from './problem-detail.ts';
import type { AskedChange } from './status-questions.ts';
import { changesOf } from './viewer.ts';

const LOOK = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

function Reopen({ id }: { id: string }) {
  const { mutate, isPending } = useChangeStatus(id);
  return (
    <Button {...LOOK} loading={isPending} onClick={() => mutate({ to: 'open', done: 'Problem reopened' })}>
      <RotateCcw size={14} aria-hidden />
      Reopen
    </Button>
  );
}

/** What the two of a problem may do with it besides the main action: edit, close, reopen, part ways. */
export function ProblemChanges({ problem, ask }: { problem: DetailedProblem; ask: (change: AskedChange) => void }) {
  const changes = changesOf(
    problem,
    useSession((state) => state.userData),
  );
  if (changes.length === 0) return null;
  return (
    <Flex role="group" aria-label="Manage problem" gap="2" mt="4" wrap="wrap">
      {changes.includes('edit') ? (
        <LinkButton {...LOOK} to={`/post-problem?edit=${encodeURIComponent(problem._id)}`}>
          <Pencil size={14} aria-hidden />
          Edit
        </LinkButton>
      ) : null}
      {changes.includes('close') ? (
        <Button {...LOOK} onClick={() => ask('close')}>
          <CircleSlash size={14} aria-hidden />
          Close problem
        </Button>
      ) : null}
      {changes.includes('reopen') ? <Reopen id={problem._id} /> : null}
      {changes.includes('part') ? (
        <Button {...LOOK} onClick={() => ask('part')}>
          <Unlink size={14} aria-hidden />
          Part ways
        </Button>
      ) : null}
    </Flex>
  );
}
