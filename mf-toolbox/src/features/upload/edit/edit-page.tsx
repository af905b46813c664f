import { useParams } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Page } from '@solvent/ui';
import { EditModule } from './edit-module.tsx';

/** /toolbox/{moduleId}/edit: the texts of an own module. The shell lets only signed-in people in. */
export function Component() {
  const { moduleId = '' } = useParams();
  const userId = useSession((state) => state.userData?._id);
  if (!userId) return null;
  return (
    <Page measure="reading">
      <EditModule key={`${userId}.${moduleId}`} id={moduleId} userId={userId} />
    </Page>
  );
}
