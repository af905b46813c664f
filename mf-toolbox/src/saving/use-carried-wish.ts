import { useQueryClient } from '@solvent/http';
import { takeWish, useSession } from '@solvent/store';
import { useEffect, useEffectEvent, useState } from 'react';
import { refreshModules } from '../module/show-module.ts';
import { useSaveModule } from './save-module.ts';

/** Saves the module that somebody wanted to save before signing in, once they are back. */
export function useCarriedWish(): void {
  const queryClient = useQueryClient();
  const isLogin = useSession((state) => state.isLogin);
  const [wish, setWish] = useState('');
  const { mutate } = useSaveModule(wish);
  // The page was asked for at the same time, and may say how it was before.
  const carryOut = useEffectEvent(() => mutate(true, { onSettled: () => void refreshModules(queryClient) }));

  useEffect(() => {
    if (isLogin) setWish(takeWish('save-module') ?? '');
  }, [isLogin]);
  useEffect(() => {
    if (wish) carryOut();
  }, [wish]);
}
