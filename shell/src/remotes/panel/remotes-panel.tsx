import { Box, Button, Stack, Text } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { loadAddress } from '../load-address.ts';
import { buildOverrideUrl, clearOverrides } from '../overrides/stored-overrides.ts';
import type { OverrideRequest } from '../overrides/stored-overrides.ts';
import { useRemotes } from '../remotes-context.ts';
import { OverrideForm } from './override-form.tsx';
import { getRemoteRows, RemoteTable } from './remote-table.tsx';

function ErrorList({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Box
      role="region"
      aria-label="Errors in this page"
      tabIndex={0}
      maxH="200px"
      overflowY="auto"
      p="3"
      rounded="l2"
      borderWidth="1px"
      bg="bg.muted"
    >
      {texts.map((text, index) => (
        <Text key={`${index} ${text}`} textStyle="sm" fontFamily="mono" overflowWrap="anywhere" mt={index === 0 ? '0' : '2'}>
          {text}
        </Text>
      ))}
    </Box>
  );
}

/** For developers and testers (Ctrl+Alt+R): the page's remotes, their errors, and a form to override them. */
export function Component({ onClose }: { onClose: () => void }) {
  const remotes = useRemotes();
  const { channel, overrides } = remotes;
  const rows = getRemoteRows(remotes);
  const applyOverrides = (requested: readonly OverrideRequest[]) =>
    loadAddress(requested.length > 0 ? buildOverrideUrl(location.href, requested) : clearOverrides(location.href));
  const getOverridesWithout = (name: string) => overrides.filter(({ remote }) => remote !== name);
  const hasListedError = (name: string) => rows.some((row) => row.name === name && row.errors.length > 0);
  const overrideErrors = overrides.flatMap(({ remote, target, refused, missing }) => {
    // After an attempt to load it, the error list contains it already.
    const error = refused ?? (hasListedError(remote) ? undefined : missing);
    return error === undefined ? [] : [`${remote}@${target}: ${error}`];
  });

  return (
    <Modal
      open
      onClose={onClose}
      title="Remotes"
      size="lg"
      footer={
        overrides.length > 0 ? (
          <Button variant="outline" onClick={() => applyOverrides([])}>
            Reset all
          </Button>
        ) : null
      }
    >
      <Stack gap="4">
        <Text color="fg.muted" textStyle="sm">
          {`Channel ${channel.channel}, revision ${channel.revision}, shell ${channel.shell.version}`}
        </Text>
        <RemoteTable
          rows={rows}
          overridden={new Set(overrides.map(({ remote }) => remote))}
          onReset={(name) => applyOverrides(getOverridesWithout(name))}
        />
        <ErrorList texts={rows.flatMap(({ errors }) => errors)} />
        {overrideErrors.map((error) => (
          <Text key={error} color="fg.error" textStyle="sm" overflowWrap="anywhere">
            {error}
          </Text>
        ))}
        <OverrideForm
          names={rows.map(({ name }) => name)}
          onSubmit={(override) => applyOverrides([...getOverridesWithout(override.remote), override])}
        />
      </Stack>
    </Modal>
  );
}
