import { BROWSE, PROBLEM } from '@solvent/contracts';
import type { SimilarProblemsAnswer } from '@solvent/contracts';
import { http, keepPreviousData, queryOptions, useQuery } from '@solvent/http';
import { problemStatusWord } from '@solvent/kit';
import { Box, chakra, Heading, Span, TextLink } from '@solvent/ui';
import { useSettled } from './use-settled.ts';

type Similar = SimilarProblemsAnswer['problems'];

async function fetchSimilar(title: string, signal: AbortSignal): Promise<Similar> {
  const { data } = await http.get<Partial<SimilarProblemsAnswer>>('/problems/similar', { params: { title }, signal });
  return data.problems ?? [];
}

/** `GET /problems/similar`, for titles that are long enough to be one. */
const similarOptions = (title: string) =>
  queryOptions({
    queryKey: ['problems', 'similar', title],
    queryFn: ({ signal }) => fetchSimilar(title, signal),
    enabled: title.length >= PROBLEM.titleMin && title.length <= PROBLEM.titleMax,
    placeholderData: keepPreviousData,
    retry: false,
  });

const detailOf = ({ status, bidCount }: Similar[number]) =>
  `${problemStatusWord(status)} · ${bidCount} ${bidCount === 1 ? 'bid' : 'bids'}`;

interface SimilarProblemsProps {
  title: string;
  /** The problem that is edited: it is not similar to itself. */
  besides?: string | undefined;
}

/** Perhaps somebody has asked already. Nobody is told when it cannot be known: it is an extra. */
export function SimilarProblems({ title, besides }: SimilarProblemsProps) {
  const settled = useSettled(title.trim(), BROWSE.searchDebounce);
  const { data = [], isError } = useQuery(similarOptions(settled));
  const similar = data.filter(({ _id }) => _id !== besides);
  if (isError || settled.length < PROBLEM.titleMin || similar.length === 0) return null;
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
              {detailOf(problem)}
            </Span>
          </Box>
        ))}
      </chakra.ul>
    </Box>
  );
}
