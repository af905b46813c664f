import type { Module, OwnModule, VersionReview } from '@solvent/contracts';
import { Box, Button, confirm, Flex, lazyComponent, Stack, Text, useDialogState } from '@solvent/ui';
import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { useNoSecret } from '../api/own-modules.ts';

const NewVersionDialog = lazyComponent(
  () => import(/* webpackChunkName: "new-version-dialog" */ './new-version/new-version-dialog.tsx'),
);

/** The review of the last version if it is held back because of what looks like a secret (product 4.17). */
export const heldReview = (review: VersionReview | null): VersionReview | undefined =>
  review?.stage === 'secrets' && review.reason === null ? review : undefined;

/** Whether the version that the module's page is about is held back, so that not even its author is served it. */
export const isUnserved = ({ status, review }: Module): boolean => status === 'in-review' && heldReview(review) !== undefined;

/** The place of the first finding that looks like a secret: ".env, line 1", and how many others there are. */
function secretPlace({ findings }: VersionReview): string {
  const secrets = findings.filter(({ line }) => line !== null);
  const [first] = secrets;
  const place = first ? `${first.path}, line ${first.line}` : 'the archive';
  return secrets.length > 1 ? `${place}, and in ${secrets.length - 1} more ${secrets.length > 2 ? 'places' : 'place'}` : place;
}

/** What was found, in a sentence. */
export const secretFound = (review: VersionReview): string => `We found what looks like a secret in ${secretPlace(review)}.`;

interface HeldBackProps {
  module: Pick<Module | OwnModule, 'id' | 'title' | 'version'>;
  review: VersionReview;
}

/** Publishes a version that was held back, because nothing in it is a secret: asks once. */
function NotASecret({ module, review }: HeldBackProps) {
  const { mutateAsync } = useNoSecret(module.id);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const ask = () =>
    confirm({
      title: 'Publish this version?',
      text: `Everyone who gets version ${review.version} can read what is in ${secretPlace(review)}. If it is a secret, cancel, and upload a version without it.`,
      action: 'It is not a secret',
      busyAction: 'Publishing',
      run: () => mutateAsync(review.version).catch(() => undefined),
      finalFocusEl: () => buttonRef.current ?? document.querySelector('h1'),
    });
  return (
    <Button ref={buttonRef} size="sm" variant="outline" colorPalette="gray" onClick={() => void ask()}>
      It is not a secret
    </Button>
  );
}

/** For the author of a version that is held back: why, and what to do (product 4.17). */
export function HeldBack({ module, review }: HeldBackProps) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  return (
    <Stack gap="2">
      <Box role="status">
        <Text fontWeight="600" overflowWrap="anywhere">
          {secretFound(review)}
        </Text>
        <Text>
          No one can get version {review.version} until you confirm that it is not a secret, or upload a version without it.
        </Text>
      </Box>
      <Flex gap="2" wrap="wrap">
        <NotASecret module={module} review={review} />
        <Button size="sm" variant="outline" colorPalette="gray" onClick={open}>
          <Upload size={14} aria-hidden />
          Upload a new version
        </Button>
      </Flex>
      {isOpen ? <NewVersionDialog module={{ ...module, review }} onClose={close} onLoadError={onLoadError} /> : null}
    </Stack>
  );
}
