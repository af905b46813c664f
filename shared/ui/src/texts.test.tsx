import { render, screen } from '@testing-library/react';
import { TextField, TextAreaField } from './forms.ts';
import { Badge, Heading, Input, PageHeading, Span, Text, UiProvider } from './index.ts';
import { Markdown, PlainText } from './markdown.ts';

const HEBREW = 'שלום עולם';

const show = (element: React.ReactElement) => render(element, { wrapper: UiProvider });

describe('texts that people wrote run their own way (product 10.27)', () => {
  it.each([
    ['a text', <Text key="t">{HEBREW}</Text>],
    ['a heading', <Heading key="h">{HEBREW}</Heading>],
    ["a page's heading", <PageHeading key="p">{HEBREW}</PageHeading>],
    ['a tag', <Badge key="b">{HEBREW}</Badge>],
    ['a name', <Span key="s">{HEBREW}</Span>],
    ['a message', <PlainText key="m">{HEBREW}</PlainText>],
  ])('%s', (_what, element) => {
    show(element);
    expect(screen.getByText(HEBREW)).toHaveAttribute('dir', 'auto');
  });

  it('what is typed into a field', () => {
    show(
      <>
        <Input aria-label="Search" />
        <TextField label="Name" />
        <TextAreaField label="Bio" />
      </>,
    );
    for (const field of screen.getAllByRole('textbox')) expect(field).toHaveAttribute('dir', 'auto');
  });

  it('each paragraph, heading and list of markdown; code never does', async () => {
    const { container } = show(
      <Markdown text={`${HEBREW}\n\nEnglish\n\n# ${HEBREW}!\n\n- ${HEBREW}?\n\n\`\`\`\n${HEBREW}.\n\`\`\``} />,
    );
    expect(await screen.findByText('English')).toHaveAttribute('dir', 'auto');
    expect(screen.getByText(HEBREW)).toHaveAttribute('dir', 'auto');
    expect(screen.getByRole('heading')).toHaveAttribute('dir', 'auto');
    expect(screen.getByRole('list')).toHaveAttribute('dir', 'auto');
    expect(container.querySelector('pre')).toHaveAttribute('dir', 'ltr');
  });
});
