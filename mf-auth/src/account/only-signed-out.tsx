import { Navigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import type { PropsWithChildren } from 'react';
import { useDestination } from './destination.ts';

/**
 * Takes a signed-in person on to where they were going: those who come signed in, those who sign in on this
 * screen, and those who do so in another tab meanwhile.
 */
export function OnlySignedOut({ children }: PropsWithChildren) {
  const isLogin = useSession((state) => state.isLogin);
  const destination = useDestination();
  return isLogin ? <Navigate to={destination} replace /> : children;
}
