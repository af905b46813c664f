import type { ComponentType } from 'react';
import { Span } from './texts.tsx';

interface ReferenceLineProps {
  of: string | undefined;
  /** What copies it, where its code is there. */
  button: ComponentType<{ reference: string }> | undefined;
}

/** What a person can quote of a failure of ours: a press on it selects it, its button copies it. Nothing where there is nothing to quote. */
export const ReferenceLine = ({ of: reference, button: Button }: ReferenceLineProps) =>
  reference ? (
    <Span display="block" textStyle="xs" color="fg.muted">
      Reference <Span userSelect="all">{reference}</Span>
      {Button ? <Button reference={reference} /> : null}
    </Span>
  ) : null;
