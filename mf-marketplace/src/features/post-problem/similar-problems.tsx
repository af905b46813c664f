import { BROWSE } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { formatCount, getProblemStatusLabel } from '@solvent/kit';
import { Box, chakra, Heading, Span, TextLink } from '@solvent/ui';
import { useEffect, useState } from 'react';
import { isTitle, similarProblemsOptions } from '../../api/problem-changes.ts';

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
  excludedId?: string | undefined;
}

/** Shows nothing after an error: suggestions are optional. */
export function SimilarProblems({ title, excludedId }: SimilarProblemsProps) {
  const searched = useDebounced(title.trim(), BROWSE.searchDebounce);
  const { data = [], isError } = useQuery(similarProblemsOptions(searched));
  const similar = data.filter(({ _id }) => _id !== excludedId);
  if (isError || !isTitle(searched) || similar.length === 0) return null;
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
