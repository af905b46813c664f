import type { PublicProfile } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { ProblemStatusBadge, RelativeTime } from '@solvent/kit';
import { Stack } from '@solvent/ui';
import { ProfileSection } from '../../person/profile-section.tsx';
import { countOf, dollars } from './amounts.ts';
import { Empty, PartFailed, RowsSkeleton } from './part-states.tsx';
import { theirProblemsOptions } from './their-work.ts';
import { WorkRow } from './work-row.tsx';

function Problems({ person }: { person: PublicProfile }) {
  const { data: problems, isPending, refetch } = useQuery(theirProblemsOptions(person._id));
  if (isPending) return <RowsSkeleton />;
  if (!problems) return <PartFailed text="The problems could not be loaded." onRetry={() => void refetch()} />;
  if (problems.length === 0) return <Empty>No problems posted yet.</Empty>;
  return (
    <Stack as="ul" gap="0" my="-2" listStyleType="none">
      {problems.map(({ _id, title, status, bidCount, createdAt, budget }) => (
        <WorkRow
          key={_id}
          to={`/view-problems/${_id}`}
          title={title}
          facts={
            <>
              <ProblemStatusBadge status={status} />
              <span>{countOf(bidCount, 'bid')}</span>
              <RelativeTime time={createdAt} />
            </>
          }
          end={dollars(budget)}
        />
      ))}
    </Stack>
  );
}

/** The newest problems that the person posted. */
export const TheirProblems = ({ person }: { person: PublicProfile }) => (
  <ProfileSection title="Problems">
    <Problems person={person} />
  </ProfileSection>
);
