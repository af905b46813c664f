import type { ComponentType } from 'react';
import { Span } from './texts.tsx';

interface ReferenceLineProps {
  of: string | undefined;
  /** Undefined until the button's code is loaded. */
  button: ComponentType<{ reference: string }> | undefined;
}

export const ReferenceLine = ({ of: reference, button: Button }: ReferenceLineProps) =>
  reference ? (
    <Span display="block" textStyle="xs" color="fg.muted">
      Reference <Span userSelect="all">{reference}</Span>
      {Button ? <Button reference={reference} /> : null}
    </Span>
  ) : null;
