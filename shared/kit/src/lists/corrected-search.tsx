import { Span, Text } from '@solvent/ui';

interface CorrectedSearchProps {
  typed: string;
  /** From the response; null or undefined (of a server of the previous release) if the typed search was not corrected. */
  searchedFor: string | null | undefined;
}

/** States above a list that its search was corrected (product 2.48). */
export function CorrectedSearch({ typed, searchedFor }: CorrectedSearchProps) {
  if (!searchedFor) return null;
  return (
    <Text role="status" mb="3" overflowWrap="anywhere">
      Results for <Span fontWeight="600">“{searchedFor}”</Span>. <Span color="fg.muted">No results for “{typed}”.</Span>
    </Text>
  );
}
