import { BROWSE, PROBLEM } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { formatCount, getProblemStatusLabel } from '@solvent/kit';
import { Box, chakra, Heading, Span, TextLink } from '@solvent/ui';
import { useEffect, useState } from 'react';
import { similarProblemsOptions } from '../../api/problem-changes.ts';

/** The value once it has not changed for `delay` milliseconds. */
function useDebounced<Value>(value: Value, delay: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}

interface SimilarProblemsProps {
  title: string;
  /** The problem that is edited: it is not similar to itself. */
  besides?: string | undefined;
}

/** Perhaps somebody has asked already. Nobody is told when it cannot be known: it is an extra. */
export function SimilarProblems({ title, besides }: SimilarProblemsProps) {
  const searched = useDebounced(title.trim(), BROWSE.searchDebounce);
  const { data = [], isError } = useQuery(similarProblemsOptions(searched));
  const similar = data.filter(({ _id }) => _id !== besides);
  if (isError || searched.length < PROBLEM.titleMin || similar.length === 0) return null;
  return (
    <Box as="section" aria-label="Similar problems" p="3" bg="bg.muted" rounded="l2">
      <Heading as="h2" textStyle="ui" fontWeight="600">
        Similar problems
      </Heading>
      <chakra.ul listStyleType="none" mt="1">
        {similar.map((problem) => (
          <Box as="li" key={problem._id} py="1" overflowWrap="anywhere">
            <TextLink to={`/view-problems/${problem._id}`} target="_blank" rel="noopener">
              {problem.title}
            </TextLink>
            <Span color="fg.muted" textStyle="meta" ms="2" whiteSpace="nowrap">
              {getProblemStatusLabel(problem.status)} · {formatCount(problem.bidCount, 'bid')}
            </Span>
          </Box>
        ))}
      </chakra.ul>
    </Box>
  );
}
