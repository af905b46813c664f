import { useEffect, useEffectEvent, useState } from 'react';
import { hasAttention, onAttentionChange } from '../../chat/attention.ts';

/**
 * Where the "New messages" line stands: after what one had read when the conversation was opened, or, after a time away from
 * the page, when one came back.
 *
 * @param readSeq up to where one has read
 */
export function useNewLine(readSeq: number): number {
  const [after, setAfter] = useState(readSeq);
  const noteReturn = useEffectEvent(() => {
    if (hasAttention()) setAfter(readSeq);
  });
  useEffect(() => onAttentionChange(() => noteReturn()), []);
  return after;
}
