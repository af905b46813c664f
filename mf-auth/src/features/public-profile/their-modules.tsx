import type { PublicProfile } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { Stack } from '@solvent/ui';
import { ProfileSection } from '../../person/profile-section.tsx';
import { countOf, modulePrice } from './amounts.ts';
import { Empty, PartFailed, RowsSkeleton } from './part-states.tsx';
import { Stars } from './stars.tsx';
import { theirModulesOptions } from './their-work.ts';
import { WorkRow } from './work-row.tsx';

function Modules({ person }: { person: PublicProfile }) {
  const { data: modules, isPending, refetch } = useQuery(theirModulesOptions(person._id));
  if (isPending) return <RowsSkeleton />;
  if (!modules) return <PartFailed text="The modules could not be loaded." onRetry={() => void refetch()} />;
  if (modules.length === 0) return <Empty>No modules published yet.</Empty>;
  return (
    <Stack as="ul" gap="0" my="-2" listStyleType="none">
      {modules.map(({ id, title, rating, ratingCount, downloads, priceCents }) => (
        <WorkRow
          key={id}
          to={`/toolbox/${encodeURIComponent(id)}`}
          title={title}
          facts={
            <>
              {ratingCount > 0 ? <Stars rating={rating} /> : null}
              <span>{countOf(downloads, 'download')}</span>
            </>
          }
          end={modulePrice(priceCents)}
        />
      ))}
    </Stack>
  );
}

/** The newest modules that the person published in the toolbox. */
export const TheirModules = ({ person }: { person: PublicProfile }) => (
  <ProfileSection title="Modules">
    <Modules person={person} />
  </ProfileSection>
);
