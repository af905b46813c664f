import type { NextStep, NextStepKind } from '@solvent/contracts';
import { Day, formatCount } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, chakra, TextLink } from '@solvent/ui';
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
function renderStep({ kind, problem, count, person, at, isRevising }: NextStep): ReactNode {
  const title = <Title>{problem.title}</Title>;
  const name = <bdi>{person?.name}</bdi>;
  if (isRevising)
    return (
      <>
        {name} asked for changes to {title}. Deliver again.
      </>
    );
  switch (kind) {
    case 'overdue':
      return (
        <>
          {title} {at ? <DueText time={at} /> : null}. Deliver it.
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
          {name} opened a dispute about {title}. Add your view.
        </>
      );
    case 'delivered':
      return (
        <>
          {name} delivered {title}. Review it and mark it solved.
        </>
      );
    case 'change':
      return (
        <>
          {name} proposed a change to {title}. Agree or decline.
        </>
      );
    case 'received':
      return (
        <>
          {name} marked {title} as paid. Confirm you received it.
        </>
      );
    case 'pay':
      return (
        <>
          {title} is solved. Pay {name} and mark it as paid.
        </>
      );
    case 'new-bids':
      return (
        <>
          {formatCount(count, 'new bid')} on {title}. Review {count === 1 ? 'it' : 'them'}.
        </>
      );
    case 'questions':
      return person ? (
        <>
          {name} asked about {title}. Answer the question.
        </>
      ) : (
        <>
          {formatCount(count, 'question')} on {title}. Answer them.
        </>
      );
    case 'bids':
      return (
        <>
          {formatCount(count, 'bid')} on {title} {count === 1 ? 'needs' : 'need'} your decision.
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

function CaughtUp() {
  const isSeeker = useSession((state) => state.userData?.role === 'seeker');
  return (
    <>
      You’re all caught up.{' '}
      {isSeeker ? <TextLink to="/post-problem">Post a problem</TextLink> : <TextLink to="/problems">Browse problems</TextLink>}
    </>
  );
}

export function NextUp({ steps }: { steps: readonly NextStep[] }) {
  return (
    <HomeSection title="What to do next" empty={<CaughtUp />}>
      {steps.map((step) => {
        const Icon = step.isRevising ? PencilLine : ICONS[step.kind];
        const color = step.kind === 'overdue' && !step.isRevising ? 'fg.error' : 'brand.fg';
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
