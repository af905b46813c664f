import { HStack, IconButton } from '@solvent/ui';
import * as commands from '@uiw/react-md-editor/commands';
import type { ICommand } from '@uiw/react-md-editor/commands';
import { Bold, Code, Heading2, Italic, Link, List, ListOrdered, Quote, SquareCode } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent, RefObject } from 'react';

interface Tool {
  label: string;
  icon: ComponentType<{ size?: number }>;
  command: ICommand;
}

/** What the preview and the module's page can show, and no more. */
const TOOLS: readonly Tool[] = [
  { label: 'Bold', icon: Bold, command: commands.bold },
  { label: 'Italic', icon: Italic, command: commands.italic },
  { label: 'Heading', icon: Heading2, command: commands.heading2 },
  { label: 'Link', icon: Link, command: commands.link },
  { label: 'Quote', icon: Quote, command: commands.quote },
  { label: 'Code', icon: Code, command: commands.code },
  { label: 'Code block', icon: SquareCode, command: commands.codeBlock },
  { label: 'List', icon: List, command: commands.unorderedListCommand },
  { label: 'Numbered list', icon: ListOrdered, command: commands.orderedListCommand },
];

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Marks of markdown at a press, by the commands of @uiw/react-md-editor. Its own field and preview stay out: the field is
 * the form's, and the preview is what readers will see, made safe by `@solvent/ui/markdown`.
 */
export function Component({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);

  function apply(command: ICommand) {
    if (field.current) new commands.TextAreaCommandOrchestrator(field.current).executeCommand(command);
  }

  function handleKey(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (current + step + TOOLS.length) % TOOLS.length;
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <HStack ref={bar} role="toolbar" aria-label="Formatting" gap="0.5" wrap="wrap" onKeyDown={handleKey}>
      {TOOLS.map(({ label, icon: Icon, command }, index) => (
        <IconButton
          key={label}
          type="button"
          size="xs"
          variant="ghost"
          colorPalette="gray"
          aria-label={label}
          title={label}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onClick={() => apply(command)}
        >
          <Icon size={16} />
        </IconButton>
      ))}
    </HStack>
  );
}
