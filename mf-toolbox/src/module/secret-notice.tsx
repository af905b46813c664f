import type { Module, OwnModule, VersionReview } from '@solvent/contracts';
import { Box, Button, confirm, Flex, lazyComponent, Stack, Text, useDialogState } from '@solvent/ui';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useConfirmNoSecret } from '../api/own-modules.ts';
import { describeSecret, describeSecretLocation } from './secret-review.ts';

const NewVersionDialog = lazyComponent(
  () => import(/* webpackChunkName: "new-version-dialog" */ './new-version/new-version-dialog.tsx'),
);

interface SecretNoticeProps {
  module: Pick<Module | OwnModule, 'id' | 'title' | 'version'>;
  review: VersionReview;
}

function ConfirmNoSecretButton({ module, review }: SecretNoticeProps) {
  const { mutateAsync } = useConfirmNoSecret(module.id);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const confirmPublish = () =>
    confirm({
      title: 'Publish this version?',
      text: `Everyone who gets version ${review.version} can read what is in ${describeSecretLocation(review)}. If it is a secret, cancel, and upload a version without it.`,
      action: 'Publish version',
      busyAction: 'Publishing…',
      run: () => mutateAsync(review.version).catch(() => undefined),
      finalFocusEl: () => buttonRef.current ?? document.querySelector('h1'),
    });
  return (
    <Button ref={buttonRef} size="sm" variant="outline" colorPalette="gray" onClick={() => void confirmPublish()}>
      It is not a secret
    </Button>
  );
}

/** Explains to the author why a version is on hold, and what to do (product 4.17). */
export function SecretNotice({ module, review }: SecretNoticeProps) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  return (
    <Stack gap="2">
      <Box role="status">
        <Text fontWeight="600" overflowWrap="anywhere">
          {describeSecret(review)}
        </Text>
        <Text>
          No one can get version {review.version} until you confirm that it is not a secret, or upload a version without it.
        </Text>
      </Box>
      <Flex gap="2" wrap="wrap">
        <ConfirmNoSecretButton module={module} review={review} />
        <Button size="sm" variant="outline" colorPalette="gray" onClick={open}>
          <Upload size={14} aria-hidden />
          Upload a new version
        </Button>
      </Flex>
      {isOpen ? <NewVersionDialog module={{ ...module, review }} onClose={close} onLoadError={onLoadError} /> : null}
    </Stack>
  );
}
