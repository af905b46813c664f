import { Button, chakra, Code, Popover, Portal, Text } from '@chakra-ui/react';
import type { ButtonProps } from '@chakra-ui/react';
import { CircleHelp } from 'lucide-react';
import { useId } from 'react';

const SYNTAX = [
  ['## Heading', 'A heading; one # is the largest'],
  ['**bold**', 'Bold text'],
  ['*italic*', 'Italic text'],
  ['~~gone~~', 'Struck through'],
  ['[text](https://…)', 'A link'],
  ['- item', 'A list'],
  ['1. item', 'A numbered list'],
  ['- [ ] task', 'A task; [x] is a done one'],
  ['> quote', 'A quotation'],
  ['`code`', 'Code in a line'],
  ['```ts\ncode\n```', 'Code of several lines, in its language'],
  ['| a | b |\n| - | - |\n| 1 | 2 |', 'A table'],
  ['---', 'A line across'],
  ['> [!NOTE]\n> text', 'An alert: NOTE, TIP, IMPORTANT, WARNING or CAUTION'],
  ['text[^1]\n\n[^1]: note', 'A footnote'],
] as const;

/** Explains the markdown syntax (product 2.35). */
export function SyntaxHelp(button: Pick<ButtonProps, 'tabIndex' | 'onFocus'>) {
  // Names the dialog explicitly: a lazily loaded popover does not pick up the id of its own title.
  const titleId = useId();
  return (
    <Popover.Root positioning={{ placement: 'bottom-end', overflowPadding: 8 }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <Button {...button} type="button" size="xs" variant="ghost" colorPalette="gray" flexShrink="0" aria-label="Syntax help">
          <CircleHelp size={16} aria-hidden />
          <chakra.span css={{ '@container (max-width: 679px)': { display: 'none' } }}>Syntax help</chakra.span>
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            aria-labelledby={titleId}
            bg="bg.raised"
            borderWidth="1px"
            rounded="l3"
            shadow="md"
            w="min(380px, calc(100vw - 16px))"
          >
            {/* It scrolls on small screens, so it must be focusable. */}
            <Popover.Body p="4" tabIndex={0} maxH="var(--available-height)" overflowY="auto" focusVisibleRing="inside">
              <Text id={titleId} fontWeight="600" mb="2">
                Markdown syntax
              </Text>
              <chakra.table w="full" textStyle="ui" css={{ '& td': { py: '1', verticalAlign: 'top' } }}>
                <tbody>
                  {SYNTAX.map(([written, shown]) => (
                    <tr key={written}>
                      <chakra.td pe="4">
                        <Code whiteSpace="pre" bg="bg.muted" color="fg">
                          {written}
                        </Code>
                      </chakra.td>
                      <chakra.td color="fg.muted">{shown}</chakra.td>
                    </tr>
                  ))}
                </tbody>
              </chakra.table>
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
