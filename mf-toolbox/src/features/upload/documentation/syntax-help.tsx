import { Button, chakra, Code, Text } from '@solvent/ui';
import { Popover, Portal } from '@solvent/ui/overlays';
import { CircleHelp } from 'lucide-react';
import { useId } from 'react';

/** What is written, and what comes of it. */
const SYNTAX = [
  ['## Heading', 'A heading; one # is the largest'],
  ['**bold**', 'Bold text'],
  ['*italic*', 'Italic text'],
  ['[text](https://…)', 'A link'],
  ['- item', 'A list'],
  ['1. item', 'A numbered list'],
  ['> quote', 'A quotation'],
  ['`code`', 'Code in a line'],
  ['```\ncode\n```', 'Code of several lines'],
  ['---', 'A line across'],
] as const;

/** How markdown is written (product 2.35). */
export function SyntaxHelp() {
  // Of its own: a popover that mounts late loses the name that its title would give it.
  const titleId = useId();
  return (
    <Popover.Root positioning={{ placement: 'bottom-end', overflowPadding: 8 }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <Button type="button" size="xs" variant="ghost" colorPalette="gray">
          <CircleHelp size={16} aria-hidden />
          Syntax help
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
            <Popover.Body p="4">
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
