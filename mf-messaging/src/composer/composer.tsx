import { ATTACHMENT_ACCEPT, CHAT, cleanMarkdown, formatNumber, countCharacters, findLengthError } from '@solvent/contracts';
import type { QuotedMessage } from '@solvent/contracts';
import { Box, chakra, Flex, IconButton, Text } from '@solvent/ui';
import { MarkdownTools } from '@solvent/ui/markdown';
import { ALargeSmall, Paperclip, SendHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ChangeEvent, ClipboardEvent, FormEvent, KeyboardEvent } from 'react';
import { ChosenFileList, ComposerBar, renderNothing } from './lazy-parts.ts';
import { readTransferredFiles } from './draft.ts';
import type { Draft } from './draft.ts';
import { MessageField } from './message-field.tsx';

/** Transparent input over the icon: a click opens the browser's file dialog. */
const FileInput = chakra('input', {
  base: { position: 'absolute', inset: '0', w: '100%', h: '100%', opacity: '0', cursor: 'pointer', fontSize: '0' },
});

function AttachButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(currentTarget.files ?? [])];
    // Lets the same file be chosen again.
    currentTarget.value = '';
    onChoose(chosen);
  }
  return (
    <Box
      position="relative"
      display="grid"
      placeItems="center"
      h="36px"
      w="44px"
      flexShrink="0"
      rounded="l2"
      color="fg.muted"
      _hover={{ bg: 'bg.muted', color: 'fg' }}
      _focusWithin={{ outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' }}
      css={{ '@media (pointer: coarse)': { h: '44px' } }}
    >
      <Paperclip size={18} aria-hidden />
      <FileInput
        type="file"
        multiple
        accept={ATTACHMENT_ACCEPT}
        aria-label="Attach files"
        title="Attach files"
        onChange={choose}
      />
    </Box>
  );
}

export const findMessageLengthError = (content: string) => findLengthError('A message', content, { max: CHAT.contentMax });

const COUNTER_FROM_LENGTH = CHAT.contentMax - 500;

/** Copied spreadsheet cells are both text and a picture: the text takes precedence. */
const hasText = (data: DataTransfer): boolean => data.types.includes('text/plain');

export function ComposerErrors({ texts }: { texts: readonly string[] }) {
  return (
    <Box role="alert" color="fg.error" textStyle="meta" px="1" pb={texts.length > 0 ? '1.5' : '0'}>
      {texts.map((text) => (
        <Text key={text} overflowWrap="anywhere">
          {text}
        </Text>
      ))}
    </Box>
  );
}

interface HintProps {
  content: string;
  /** Message of a length that is not allowed. */
  lengthError: string | undefined;
  id: string;
  text: string;
}

export function Hint({ content, lengthError, id, text }: HintProps) {
  const length = countCharacters(content);
  if (length < COUNTER_FROM_LENGTH && lengthError === undefined) {
    return (
      <Text color="fg.subtle" css={{ '@media (pointer: coarse)': { display: 'none' } }}>
        {text}
      </Text>
    );
  }
  return (
    <Flex justify="space-between" gap="3" color={lengthError ? 'fg.error' : 'fg.muted'}>
      <Text id={id} role={lengthError ? 'alert' : undefined}>
        {lengthError}
      </Text>
      <Text fontVariantNumeric="tabular-nums">
        {formatNumber(length)} of {formatNumber(CHAT.contentMax)}
      </Text>
    </Flex>
  );
}

export const ComposerForm = chakra('form', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.control',
    rounded: 'l3',
    transition: 'border-color 150ms',
    _focusWithin: { borderColor: 'brand.focusRing', boxShadow: '0 0 0 1px var(--chakra-colors-brand-focus-ring)' },
  },
});

function FormattingButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <IconButton
      type="button"
      variant={isOpen ? 'subtle' : 'ghost'}
      colorPalette="gray"
      color="fg.muted"
      aria-label="Formatting"
      aria-expanded={isOpen}
      title="Formatting"
      onClick={onToggle}
    >
      <ALargeSmall size={18} aria-hidden />
    </IconButton>
  );
}

interface ComposerProps {
  draft: Draft;
  /** The quoted message as it is now. */
  replyPreview: string | undefined;
  onTyping: () => void;
  onSend: (content: string, files: File[], replyTo: QuotedMessage | null) => void;
  onEditLast: () => void;
  /** Takes the focus from the form of an edited message. */
  hasEdited: boolean;
}

export function Composer({ draft, replyPreview, onTyping, onSend, onEditLast, hasEdited }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const [hasTools, setTools] = useState(false);
  const content = cleanMarkdown(draft.text);
  const lengthError = findMessageLengthError(content);
  const { replyTo } = draft;
  const canSend = lengthError === undefined && (content !== '' || draft.files.length > 0);

  function send() {
    if (!canSend) return;
    onSend(content, [...draft.files], replyTo);
    draft.clear();
    field.current?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }
  function write(text: string) {
    draft.write(text);
    if (text.trim() !== '') onTyping();
  }
  function paste(event: ClipboardEvent) {
    const { files, folders } = readTransferredFiles(event.clipboardData);
    if (files.length + folders.length === 0 || hasText(event.clipboardData)) return;
    event.preventDefault();
    draft.add(files);
  }
  function remove(file: File) {
    draft.remove(file);
    field.current?.focus();
  }

  function cancelReply() {
    draft.setReply(null);
    field.current?.focus();
  }
  function handleKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key === 'Escape' && replyTo) cancelReply();
    if (key !== 'ArrowUp' || event.target !== field.current || draft.text !== '' || ctrlKey || metaKey || altKey || shiftKey)
      return;
    event.preventDefault();
    onEditLast();
  }
  // Focuses the field after "Reply", but not for a reply restored with the draft.
  const previousReply = useRef(replyTo);
  useEffect(() => {
    if (hasEdited || (replyTo && replyTo !== previousReply.current)) field.current?.focus();
    previousReply.current = replyTo;
  }, [replyTo, hasEdited]);

  return (
    <Box flexShrink="0" px={{ base: '3', md: '6' }} pb={{ base: '3', md: '4' }} onKeyDown={handleKey}>
      <ComposerErrors texts={draft.fileErrors} />
      <ComposerForm onSubmit={submit}>
        {replyTo ? (
          <ComposerBar
            fallback={<Box h="40px" />}
            renderLoadError={renderNothing}
            title={`Replying to ${replyTo.sender.name}`}
            text={replyPreview ?? replyTo.preview}
            cancelLabel="Cancel reply"
            onCancel={cancelReply}
          />
        ) : null}
        {draft.files.length > 0 ? <ChosenFileList files={draft.files} onRemove={remove} renderLoadError={renderNothing} /> : null}
        {hasTools ? (
          <Box px="1" pt="1" minH="36px" css={{ '@media (pointer: coarse)': { minH: '48px' } }}>
            <MarkdownTools field={field} compact renderLoadError={renderNothing} />
          </Box>
        ) : null}
        <Flex align="flex-end" gap="1" p="1">
          <AttachButton onChoose={draft.add} />
          <FormattingButton isOpen={hasTools} onToggle={() => setTools(!hasTools)} />
          <MessageField
            ref={field}
            value={draft.text}
            errorId={lengthError ? errorId : undefined}
            onWrite={write}
            onSend={send}
            onPaste={paste}
          />
          <IconButton type="submit" aria-label="Send" title="Send" disabled={!canSend}>
            <SendHorizontal size={18} aria-hidden />
          </IconButton>
        </Flex>
      </ComposerForm>
      <Box textStyle="meta" px="1" pt="1.5" minH={{ md: '22px' }}>
        <Hint
          content={content}
          lengthError={lengthError}
          id={errorId}
          text="Markdown supported. Enter to send, Shift + Enter for a new line."
        />
      </Box>
    </Box>
  );
}
