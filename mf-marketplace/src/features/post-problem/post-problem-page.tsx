import { useSearchParams } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Page } from '@solvent/ui';
import { EditProblem } from './edit/edit-problem.tsx';
import { ProblemForm } from './problem-form.tsx';
import { SeekersOnly } from './seekers-only.tsx';

/** /post-problem (spec 2 and 5), and /post-problem?edit={id}. The shell lets only signed-in people in. */
export function Component() {
  const user = useSession((state) => state.userData);
  const [params] = useSearchParams();
  const edited = params.get('edit');
  if (!user) return null;
  const newProblem = user.role === 'seeker' ? <ProblemForm key={user._id} userId={user._id} /> : <SeekersOnly />;
  return (
    <Page measure="reading">
      {edited ? <EditProblem key={`${user._id} ${edited}`} id={edited} userId={user._id} /> : newProblem}
    </Page>
  );
}
