import { useParams } from '@solvent/router';
import { Page } from '@solvent/ui';
import { PublicProfileView } from './public-profile-view.tsx';

/** /profile/{id} (product 2.15). */
export function Component() {
  const { id = '' } = useParams();
  return (
    <Page measure="reading">
      <PublicProfileView key={id} id={id} />
    </Page>
  );
}
