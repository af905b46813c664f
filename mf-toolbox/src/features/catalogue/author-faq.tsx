import { Box, chakra, Heading, SimpleGrid, Text } from '@solvent/ui';
import { AUTHOR_QUESTIONS } from './author-questions.ts';

/** Questions and answers for people who want to sell modules (spec 1). */
export function AuthorFaq() {
  return (
    <chakra.section aria-labelledby="author-faq" mt="16" pt="10" borderTopWidth="1px">
      <Heading as="h2" id="author-faq" textStyle="sectionTitle">
        For module authors
      </Heading>
      <Text color="fg.muted" mt="1">
        What to know before you share your code.
      </Text>
      <SimpleGrid as="dl" columns={{ base: 1, md: 2, lg: 3 }} columnGap="8" rowGap="6" mt="6">
        {AUTHOR_QUESTIONS.map(({ question, answer }) => (
          <Box key={question}>
            <chakra.dt fontWeight="600">{question}</chakra.dt>
            <chakra.dd color="fg.muted" mt="1" ms="0">
              {answer}
            </chakra.dd>
          </Box>
        ))}
      </SimpleGrid>
    </chakra.section>
  );
}
