import { countCharacters, formatNumber } from '@solvent/contracts';
import { formatCount } from '@solvent/kit';
import { Box, Button, chakra, Flex, IconButton, Text } from '@solvent/ui';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { EMPTY_UPLOAD } from '../upload-values.ts';
import type { UploadForm } from '../use-upload-form.ts';
import { readArchiveDetails } from './archive-details.ts';
import type { ArchiveDetails, DetailName } from './archive-details.ts';

const LABELS: Record<DetailName, string> = {
  title: 'Title',
  description: 'Description',
  techStack: 'Tech Stack',
  license: 'License',
  documentation: 'Documentation',
  repositoryUrl: 'Repository URL',
};

function useArchiveDetails(file: File): ArchiveDetails {
  const [details, setDetails] = useState<ArchiveDetails>({});
  useEffect(() => {
    let isCurrent = true;
    readArchiveDetails(file).then(
      (found) => isCurrent && setDetails(found),
      // The server explains what is wrong with a broken archive.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return details;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function describe(name: DetailName, details: ArchiveDetails): string {
  const value = details[name] ?? '';
  if (name === 'documentation') return `README, ${formatNumber(countCharacters(String(value)))} characters`;
  return Array.isArray(value) ? value.join(', ') : value;
}

interface ArchiveOffersProps extends Pick<UploadForm, 'form'> {
  file: File;
}

/** Offers what the chosen archive states for fields that are still empty (product 2.70). */
export function Component({ form, file }: ArchiveOffersProps) {
  const details = useArchiveDetails(file);
  const [isDismissed, setDismissed] = useState(false);
  const names = (Object.keys(details) as DetailName[]).filter(
    (name) => isSame(form.values[name], EMPTY_UPLOAD[name]) && !isSame(details[name], form.values[name]),
  );
  if (isDismissed || names.length === 0) return null;

  /** The focused button disappears. */
  const focusField = () => document.getElementsByName(names[0] ?? '')[0]?.focus();
  function fillIn() {
    void form.setValues({ ...form.values, ...Object.fromEntries(names.map((name) => [name, details[name]])) });
    focusField();
  }
  function dismiss() {
    setDismissed(true);
    focusField();
  }

  return (
    <Box role="group" aria-label="From your archive" bg="brand.subtle" borderWidth="1px" borderColor="brand.border" rounded="l2">
      <Flex align="center" gap="2" ps="3" pe="1" py="1">
        <Text role="status" flex="1" fontWeight="500">
          Your archive can fill in {formatCount(names.length, 'field')}
        </Text>
        <Button type="button" size="sm" onClick={fillIn}>
          Fill in
        </Button>
        <IconButton
          type="button"
          variant="ghost"
          colorPalette="gray"
          size="sm"
          aria-label="Dismiss what the archive offers"
          onClick={dismiss}
        >
          <X size={16} />
        </IconButton>
      </Flex>
      <chakra.ul listStyleType="none" px="3" pb="2">
        {names.map((name) => (
          <Flex as="li" key={name} gap="3" py="1">
            <Text color="fg.muted" w="112px" flexShrink="0">
              {LABELS[name]}
            </Text>
            <Text truncate dir="auto">
              {describe(name, details)}
            </Text>
          </Flex>
        ))}
      </chakra.ul>
    </Box>
  );
}
