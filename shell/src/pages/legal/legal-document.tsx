import { Box, chakra, FINGER_TARGET, Heading, Page, PageHeading, Stack, Text } from '@solvent/ui';

export interface LegalSection {
  id: string;
  title: string;
  /** Paragraphs; those that start with "- " are list items. */
  text: string[];
}

interface LegalDocumentProps {
  title: string;
  date: string;
  intro: string;
  sections: LegalSection[];
}

function Paragraphs({ text }: { text: string[] }) {
  const items = text.filter((line) => line.startsWith('- '));
  return (
    <>
      {text
        .filter((line) => !line.startsWith('- '))
        .map((line) => (
          <Text key={line} textStyle="body" color="fg.muted" mt="2">
            {line}
          </Text>
        ))}
      {items.length > 0 ? (
        <chakra.ul mt="2" ps="5" listStyleType="disc" textStyle="body" color="fg.muted">
          {items.map((line) => (
            <li key={line}>{line.slice(2)}</li>
          ))}
        </chakra.ul>
      ) : null}
    </>
  );
}

export function LegalDocument({ title, date, intro, sections }: LegalDocumentProps) {
  return (
    <Page measure="reading">
      <PageHeading text={`Last updated ${date}`}>{title}</PageHeading>
      <Text textStyle="body">{intro}</Text>
      <Box as="nav" aria-label="Contents" my="6" p="4" bg="bg.panel" borderWidth="1px" rounded="l3">
        <chakra.ol ps="5" listStyleType="decimal" lineHeight={{ base: '44px', md: '28px' }}>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <chakra.a
                href={`#${id}`}
                color="brand.fg"
                _hover={{ textDecoration: 'underline' }}
                display="inline-block"
                minW="44px"
                css={{ mdDown: FINGER_TARGET }}
              >
                {name}
              </chakra.a>
            </li>
          ))}
        </chakra.ol>
      </Box>
      <Stack gap="8">
        {sections.map(({ id, title: name, text }, index) => (
          <Box as="section" key={id} id={id} aria-labelledby={`${id}-title`} scrollMarginTop="72px">
            <Heading as="h2" id={`${id}-title`} textStyle="sectionTitle">
              {index + 1}. {name}
            </Heading>
            <Paragraphs text={text} />
          </Box>
        ))}
      </Stack>
    </Page>
  );
}
