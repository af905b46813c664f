import * as commands from '@uiw/react-md-editor/commands';
import type { ICommand } from '@uiw/react-md-editor/commands';
import {
  Bold,
  Code,
  Heading2,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  SquareCode,
  Strikethrough,
  Table2,
} from 'lucide-react';
import type { ComponentType } from 'react';

export interface Tool {
  label: string;
  icon: ComponentType<{ size?: number }>;
  command: ICommand;
  /** With Ctrl or ⌘. */
  key?: string;
  isCompact?: boolean;
}

/** Tools for the syntax that pages render. */
export const TOOLS: readonly Tool[] = [
  { label: 'Bold', icon: Bold, command: commands.bold, key: 'b', isCompact: true },
  { label: 'Italic', icon: Italic, command: commands.italic, key: 'i', isCompact: true },
  { label: 'Strikethrough', icon: Strikethrough, command: commands.strikethrough },
  { label: 'Heading', icon: Heading2, command: commands.heading2 },
  { label: 'Link', icon: Link, command: commands.link, isCompact: true },
  { label: 'Quote', icon: Quote, command: commands.quote, isCompact: true },
  { label: 'Code', icon: Code, command: commands.code, isCompact: true },
  { label: 'Code block', icon: SquareCode, command: commands.codeBlock, isCompact: true },
  { label: 'List', icon: List, command: commands.unorderedListCommand, isCompact: true },
  { label: 'Numbered list', icon: ListOrdered, command: commands.orderedListCommand },
  { label: 'Checklist', icon: ListChecks, command: commands.checkedListCommand },
  { label: 'Table', icon: Table2, command: commands.table },
];

/** Toggles a tool's marks around the selection, with undo. */
export function applyTool({ command }: Tool, field: HTMLTextAreaElement | null): void {
  if (field) new commands.TextAreaCommandOrchestrator(field).executeCommand(command);
}

/** Replaces the selection, with undo. */
export function typeText(field: HTMLTextAreaElement, text: string): void {
  new commands.TextAreaTextApi(field).replaceSelection(text);
}

/** Replaces a text if it still exists, and keeps the caret where the user types. */
export function replaceText(field: HTMLTextAreaElement, before: string, after: string): void {
  const start = field.value.indexOf(before);
  if (start === -1) return;
  const end = start + before.length;
  if (document.activeElement !== field) {
    field.setRangeText(after, start, end, 'preserve');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return;
  }
  const { selectionStart, selectionEnd } = field;
  const moveCaret = (caret: number) =>
    caret >= end ? caret + after.length - before.length : Math.min(caret, start + after.length);
  field.setSelectionRange(start, end);
  typeText(field, after);
  field.setSelectionRange(moveCaret(selectionStart), moveCaret(selectionEnd));
}
