import { useSession } from '@solvent/store';
import { Page } from '@solvent/ui';
import { UploadForm } from './upload-form.tsx';

/** /toolbox/upload (spec 2, "Module upload"). The shell lets only signed-in people in. */
export function Component() {
  const userId = useSession((state) => state.userData?._id);
  if (!userId) return null;
  return (
    <Page measure="reading">
      <UploadForm key={userId} userId={userId} />
    </Page>
  );
}
