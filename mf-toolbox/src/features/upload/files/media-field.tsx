import { DropField, useObjectUrl } from '@solvent/kit';
import { Box, Center, chakra, IconButton, Image, lazyComponent, reportLoadFailure, Stack, Text } from '@solvent/ui';
import { FileWarning, Play, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { MissingFiles } from './missing-files.tsx';
import { getFileKey, mergeFiles } from './file-rules.ts';

type MediaKind = 'image' | 'video';

const MediaViewer = lazyComponent(() => import(/* webpackChunkName: "media-viewer" */ './media-viewer.tsx'));

const FILL_STYLES = { w: '100%', h: '100%', objectFit: 'cover' } as const;

const OVERLAY_STYLES = { position: 'absolute', bg: 'blackAlpha.700', color: 'white', rounded: 'full' } as const;

const SHOWN_ON_HOVER = {
  opacity: '0',
  '.group:hover &, .group:focus-within &': { opacity: '1' },
  '@media (hover: none)': { opacity: '1' },
} as const;

function Picture({ file, kind }: { file: File; kind: MediaKind }) {
  const url = useObjectUrl(file);
  const [hasFailed, setFailed] = useState(false);
  const onError = () => setFailed(true);
  if (hasFailed) {
    return (
      <Center {...FILL_STYLES} color="fg.muted">
        <FileWarning size={20} aria-hidden />
      </Center>
    );
  }
  if (!url) return null;
  if (kind === 'image') return <Image src={url} alt="" onError={onError} {...FILL_STYLES} />;
  return (
    <>
      <chakra.video src={url} preload="metadata" muted playsInline tabIndex={-1} aria-hidden onError={onError} {...FILL_STYLES} />
      <Center {...OVERLAY_STYLES} inset="0" m="auto" boxSize="32px" aria-hidden>
        <Play size={16} />
      </Center>
    </>
  );
}

interface ThumbnailProps {
  file: File;
  kind: MediaKind;
  error: string | undefined;
  onOpen: () => void;
  onRemove: () => void;
}

function Thumbnail({ file, kind, error, onOpen, onRemove }: ThumbnailProps) {
  return (
    <Box as="li" className="group" position="relative" minW="0">
      <chakra.button
        type="button"
        aria-label={`View ${file.name}`}
        display="block"
        position="relative"
        w="full"
        aspectRatio="16 / 9"
        overflow="hidden"
        cursor="pointer"
        bg="bg.muted"
        borderWidth="1px"
        borderColor={error ? 'border.error' : 'border'}
        rounded="l2"
        focusVisibleRing="outside"
        onClick={onOpen}
      >
        <Picture file={file} kind={kind} />
      </chakra.button>
      <IconButton
        type="button"
        size="2xs"
        aria-label={`Remove ${file.name}`}
        {...OVERLAY_STYLES}
        top="1"
        insetEnd="1"
        minW="24px"
        minH="24px"
        css={SHOWN_ON_HOVER}
        // Extends the touch target to 44 px without covering more of the image.
        _after={{ content: '""', position: 'absolute', inset: '-10px' }}
        transition="opacity 150ms"
        onClick={onRemove}
      >
        <X size={14} />
      </IconButton>
      <Text textStyle="meta" mt="1" truncate color={error ? 'fg.error' : 'fg.muted'}>
        {file.name}
      </Text>
    </Box>
  );
}

interface MediaFieldProps {
  label: string;
  kind: MediaKind;
  accept: string;
  help: string;
  files: readonly File[];
  error: string | undefined;
  validateFile: (file: File) => string | undefined;
  onChange: (files: File[]) => void;
  missingNames: readonly string[];
  onDismissMissing: () => void;
}

export function MediaField({
  label,
  kind,
  accept,
  help,
  files,
  error,
  validateFile,
  onChange,
  missingNames,
  onDismissMissing,
}: MediaFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<number>();
  const close = () => setOpened(undefined);
  function remove(file: File) {
    onChange(files.filter((other) => other !== file));
    inputRef.current?.focus();
  }
  return (
    <Stack gap="2.5">
      <DropField
        label={label}
        prompt={`Choose ${kind}s, or drop them here`}
        accept={accept}
        help={help}
        error={error}
        multiple
        inputRef={inputRef}
        onChoose={(chosen) => onChange(mergeFiles(files, chosen))}
      />
      {files.length > 0 ? (
        <chakra.ul
          aria-label={label}
          listStyleType="none"
          display="grid"
          gap="3"
          gridTemplateColumns="repeat(auto-fill, minmax(min(132px, 40%), 1fr))"
        >
          {files.map((file, index) => (
            <Thumbnail
              key={getFileKey(file)}
              file={file}
              kind={kind}
              error={validateFile(file)}
              onOpen={() => setOpened(index)}
              onRemove={() => remove(file)}
            />
          ))}
        </chakra.ul>
      ) : null}
      <MissingFiles names={missingNames} onDismiss={onDismissMissing} />
      {opened === undefined ? null : (
        <MediaViewer
          files={files}
          start={opened}
          isVideo={kind === 'video'}
          onClose={close}
          onLoadError={() => {
            close();
            reportLoadFailure('The viewer');
          }}
        />
      )}
    </Stack>
  );
}
