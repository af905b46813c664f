import type { OwnProblem } from '@solvent/contracts';
import { Span } from '@solvent/ui';
import { Due } from './due.tsx';

const WORDS = {
  accepted: 'Work goes on',
  delivered: 'Delivered',
  solved: 'Solved, not paid yet',
  paid: 'Paid, not confirmed yet',
} as const;

/** How far work is, and until when it is due while it goes on. */
export function WorkStep({ work: { step, dueAt } }: { work: Pick<NonNullable<OwnProblem['work']>, 'step' | 'dueAt'> }) {
  return (
    <Span>
      {WORDS[step]}
      {step === 'accepted' ? (
        <>
          , <Due time={dueAt} />
        </>
      ) : null}
    </Span>
  );
}
