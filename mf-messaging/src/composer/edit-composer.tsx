import { cleanMarkdown } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import { getInlineErrorText, useMutation } from '@solvent/http';
import { usePersistedDraft } from '@solvent/kit';
import { getServerTime } from '@solvent/socket';
import { Box, Flex, IconButton, toast } from '@solvent/ui';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { getEditDeadline, editMessage } from '../sync/messages.ts';
import { getChat } from '../sync/chat-client.ts';
import { formatDeadline } from '../dates.ts';
import { ComposerBar, renderNothing } from './lazy-parts.ts';
import { ComposerForm, ComposerErrors, findMessageLengthError, Hint } from './composer.tsx';
import { MessageField } from './message-field.tsx';

const FAILURE_TEXT = 'The message could not be changed. Please try again.';

interface EditComposerProps {
  message: Message;
  userId: string;
  onEnd: () => void;
}

export function Component({ message, userId, onEnd }: EditComposerProps) {
  const { _id, content: before, files } = message;
  const draft = usePersistedDraft({
    key: `solvent.draft.edit.${userId}.${_id}`,
    initial: before,
    isEmpty: (value) => value === before,
  });
  const [text, setText] = useState(draft.initialValue);
  const latest = useRef(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const content = cleanMarkdown(text);
  const lengthError = findMessageLengthError(content);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (newContent: string) => editMessage(_id, newContent),
    onSuccess: (changed, newContent) => {
      getChat()?.updateMessage(changed);
      if (cleanMarkdown(latest.current) === newContent) end();
    },
    // The field is unmounted after a switch to another message or conversation.
    onError: (failure) => (field.current ? field.current.focus() : toast.failure(failure, FAILURE_TEXT)),
  });
  const canSave = lengthError === undefined && !isPending && (content !== '' || files.length > 0);

  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  function end() {
    draft.clear();
    onEnd();
  }
  function write(next: string) {
    latest.current = next;
    setText(next);
    draft.save(next);
  }
  function save() {
    if (!canSave) return;
    if (content === before) end();
    else mutate(content);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    save();
  }
  // Ignores Escape during a save: the text would be lost if the save failed.
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isPending) end();
  }

  return (
    <Box flexShrink="0" px={{ base: '3', md: '6' }} pb={{ base: '3', md: '4' }} onKeyDown={handleKey}>
      <ComposerErrors texts={error ? [getInlineErrorText(error, FAILURE_TEXT)] : []} />
      <ComposerForm onSubmit={submit}>
        <ComposerBar
          fallback={<Box h="40px" />}
          renderLoadError={renderNothing}
          title="Editing your message"
          text={before}
          cancelLabel="Cancel editing"
          disabled={isPending}
          onCancel={end}
        />
        <Flex align="flex-end" gap="1" p="1" ps="3">
          <MessageField ref={field} value={text} errorId={lengthError ? errorId : undefined} onWrite={write} onSend={save} />
          <IconButton type="submit" aria-label="Save" title="Save" disabled={!canSave}>
            <Check size={18} aria-hidden />
          </IconButton>
        </Flex>
      </ComposerForm>
      <Box textStyle="meta" px="1" pt="1.5" minH={{ md: '22px' }}>
        <Hint
          content={content}
          lengthError={lengthError}
          id={errorId}
          text={`Enter to save, Esc to cancel. You can edit this message until ${formatDeadline(getEditDeadline(message), getServerTime())}.`}
        />
      </Box>
    </Box>
  );
}
