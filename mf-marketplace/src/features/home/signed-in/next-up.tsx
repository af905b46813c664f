import type { NextStep, NextStepKind } from '@solvent/contracts';
import { Day, formatCount } from '@solvent/kit';
import { Box, chakra } from '@solvent/ui';
import { CalendarClock, CircleHelp, Gavel, HandCoins, PackageCheck, PencilLine, Scale, Star, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { DueText } from '../../../agreement/work-step.tsx';
import { HomeRow, HomeSection } from './rows.tsx';

const ICONS: Record<NextStepKind, LucideIcon> = {
  overdue: TriangleAlert,
  dispute: Scale,
  delivered: PackageCheck,
  change: PencilLine,
  due: CalendarClock,
  received: HandCoins,
  pay: HandCoins,
  'new-bids': Gavel,
  questions: CircleHelp,
  bids: Gavel,
  rate: Star,
};

const Title = chakra('bdi', { base: { fontWeight: '600' } });

/** Describes the next step in a sentence (product 2.49). */
function renderStep({ kind, problem, count, person, at }: NextStep): ReactNode {
  const title = <Title>{problem.title}</Title>;
  const name = <bdi>{person?.name}</bdi>;
  switch (kind) {
    case 'overdue':
      return (
        <>
          {title} {at ? <DueText time={at} /> : null}: hand it over
        </>
      );
    case 'due':
      return (
        <>
          {title} is {at ? <DueText time={at} /> : null}
        </>
      );
    case 'dispute':
      return (
        <>
          {name} disagrees about {title}: say how you see it
        </>
      );
    case 'delivered':
      return (
        <>
          {name} delivered {title}: mark it solved
        </>
      );
    case 'change':
      return (
        <>
          {name} proposes a change of {title}: agree or decline
        </>
      );
    case 'received':
      return (
        <>
          {name} says that {title} is paid: confirm that it came
        </>
      );
    case 'pay':
      return (
        <>
          {title} is solved: pay {name}, and say so
        </>
      );
    case 'new-bids':
      return (
        <>
          {formatCount(count, 'new bid')} on {title}: review {count === 1 ? 'it' : 'them'}
        </>
      );
    case 'questions':
      return person ? (
        <>
          {name} asks about {title}: answer
        </>
      ) : (
        <>
          {formatCount(count, 'question')} on {title}: answer them
        </>
      );
    case 'bids':
      return (
        <>
          {formatCount(count, 'bid')} on {title} {count === 1 ? 'waits' : 'wait'} for your decision
        </>
      );
    case 'rate':
      return (
        <>
          Rate {name} for {title}
          {at ? (
            <>
              , until <Day time={at} />
            </>
          ) : null}
        </>
      );
  }
}

export function NextUp({ steps }: { steps: readonly NextStep[] }) {
  return (
    <HomeSection title="What to do next" empty="Nothing waits for you right now.">
      {steps.map((step) => {
        const Icon = ICONS[step.kind];
        const color = step.kind === 'overdue' ? 'fg.error' : 'brand.fg';
        return (
          <HomeRow
            key={`${step.kind} ${step.problem._id}`}
            to={`/view-problems/${step.problem._id}`}
            lines={3}
            title={renderStep(step)}
            start={
              <Box color={color} aria-hidden flexShrink="0">
                <Icon size={18} />
              </Box>
            }
          />
        );
      })}
    </HomeSection>
  );
}
