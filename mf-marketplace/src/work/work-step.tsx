import type { OwnProblem } from '@solvent/contracts';
import { Span } from '@solvent/ui';
import { Due } from './due.tsx';

const WORDS = {
  delivered: 'delivered',
  solved: 'solved, not paid yet',
  paid: 'paid, not confirmed yet',
  disputed: 'a moderator decides',
} as const;

/** How far work is; while it goes on, until when it is due. */
export const WorkStep = ({ work: { step, dueAt } }: { work: Pick<NonNullable<OwnProblem['work']>, 'step' | 'dueAt'> }) =>
  step === 'accepted' ? <Due time={dueAt} /> : <Span>{WORDS[step]}</Span>;
