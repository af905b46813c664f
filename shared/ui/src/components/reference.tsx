import { Span } from '../texts.tsx';

/** What a person can quote of a failure of ours; one press selects it. Nothing where there is nothing to quote. */
export const Reference = ({ of: reference }: { of: string | undefined }) =>
  reference ? (
    <Span display="block" textStyle="xs" color="fg.muted">
      Reference <Span userSelect="all">{reference}</Span>
    </Span>
  ) : null;
