import { useSession } from '@solvent/store';
import { Page } from '@solvent/ui';
import { ProblemForm } from './problem-form.tsx';
import { SeekersOnly } from './seekers-only.tsx';

/** /post-problem (spec 2 and 5). The shell lets only signed-in people in. */
export function Component() {
  const user = useSession((state) => state.userData);
  if (!user) return null;
  return (
    <Page measure="reading">{user.role === 'seeker' ? <ProblemForm key={user._id} userId={user._id} /> : <SeekersOnly />}</Page>
  );
}
