import { DISCUSSION } from '@solvent/contracts';
import type { Comment } from '@solvent/contracts';
import { useEffect, useState } from 'react';

/** Whether the author may still edit: for `DISCUSSION.editMinutes` after it was written. False the moment they are over. */
export function useEditable({ createdAt }: Comment, isOwn: boolean): boolean {
  const end = Date.parse(createdAt) + DISCUSSION.editMinutes * 60_000;
  const [isOver, setOver] = useState(() => Date.now() >= end);
  useEffect(() => {
    if (isOver || !isOwn) return;
    const timer = setTimeout(() => setOver(true), end - Date.now());
    return () => clearTimeout(timer);
  }, [isOver, isOwn, end]);
  return isOwn && !isOver;
}
