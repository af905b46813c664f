import { useNavigate } from '@solvent/router';
import { getSession, onPostProblemRequest } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect } from 'react';
import { useFrameDialogs } from './frame-dialogs-context.ts';

/**
 * Posting a problem (product 2.7): signed out goes to /signin with a sentence; a seeker goes to the form; anybody else is
 * asked to become one first.
 */
export function PostProblemRule() {
  const navigate = useNavigate();
  const { open } = useFrameDialogs();
  useEffect(
    () =>
      onPostProblemRequest(() => {
        const { userData } = getSession();
        if (!userData) {
          toast.error('Please login to post a problem');
          void navigate('/signin', { state: { from: '/post-problem' } });
        } else if (userData.role === 'seeker') void navigate('/post-problem');
        else open('role-switch');
      }),
    [navigate, open],
  );
  return null;
}
