import { takeWish, useSession } from '@solvent/store';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSaveProblem } from './save-problem.ts';

/**
 * Saves what somebody wanted to save before signing in, once they are back. Any button does it: the card itself may be
 * further down a list that is not loaded yet.
 */
export function useCarriedWish(): void {
  const isLogin = useSession((state) => state.isLogin);
  const [wish, setWish] = useState('');
  const { mutate } = useSaveProblem(wish);
  const carryOut = useEffectEvent(() => mutate(true));

  useEffect(() => {
    if (isLogin) setWish(takeWish('save-problem') ?? '');
  }, [isLogin]);
  useEffect(() => {
    if (wish) carryOut();
  }, [wish]);
}
