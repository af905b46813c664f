import type { OutboxEntry } from '@solvent/chat';
import { copyText, ProgressBar } from '@solvent/kit';
import { Box, Button, Flex, Text } from '@solvent/ui';
import { Copy, RotateCw, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { useOutbox } from '../../sync/use-outbox.ts';
import type { EntryRow } from '../rows.ts';

export interface OutboxActions extends Pick<ReturnType<typeof useOutbox>, 'retry' | 'remove' | 'getProgress'> {
  /** Removes an unsent message, and restores it to an empty composer. */
  cancelSend: (entry: OutboxEntry) => void;
}

interface OutboxFooterProps {
  row: EntryRow;
  outbox: OutboxActions;
}

const REASONS = {
  sending: null,
  offline: 'Waiting for a connection…',
  blocked: 'Waiting for the message above. Retry or delete it first.',
} as const;

const copy = (text: string) =>
  copyText(text, 'Message copied', 'Your browser blocked copying. Select the text and copy it manually.');

function Action({ icon, children, onClick }: { icon: ReactNode; children: string; onClick: () => void }) {
  return (
    <Button size="xs" variant="ghost" colorPalette="gray" color="fg.muted" px="2" onClick={onClick}>
      {icon}
      {children}
    </Button>
  );
}

function Failed({ row, outbox }: OutboxFooterProps) {
  const { clientId, content, failure } = row.entry;
  return (
    <Box mt="1" textAlign="end">
      <Text color="fg.error" textStyle="meta" overflowWrap="anywhere">
        Not sent. {failure?.message}
      </Text>
      <Flex justify="flex-end" wrap="wrap" mt="0.5" me="-2">
        <Action icon={<RotateCw size={14} aria-hidden />} onClick={() => outbox.retry(clientId)}>
          Retry
        </Action>
        {content ? (
          <Action icon={<Copy size={14} aria-hidden />} onClick={() => void copy(content)}>
            Copy
          </Action>
        ) : null}
        <Action icon={<Trash2 size={14} aria-hidden />} onClick={() => outbox.remove(clientId)}>
          Delete
        </Action>
      </Flex>
    </Box>
  );
}

function Pending({ row, outbox }: OutboxFooterProps) {
  const { entry, outboxState, isLastInState } = row;
  const reason = outboxState === 'failed' ? null : REASONS[outboxState];
  const progress = entry.files.length > 0 && outboxState === 'sending' ? (outbox.getProgress(entry.clientId) ?? 0) : undefined;
  if (progress === undefined && !(reason && isLastInState)) return null;
  return (
    <Flex align="center" justify="flex-end" gap="1" mt="1" me="-2" minH="32px" textStyle="meta" color="fg.muted">
      {progress === undefined ? reason : <ProgressBar label="Sending" value={progress} w="120px" />}
      <Action icon={<X size={14} aria-hidden />} onClick={() => outbox.cancelSend(entry)}>
        Cancel
      </Action>
    </Flex>
  );
}

export function Component(props: OutboxFooterProps) {
  return props.row.outboxState === 'failed' ? <Failed {...props} /> : <Pending {...props} />;
}
