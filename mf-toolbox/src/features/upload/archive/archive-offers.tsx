import { countCharacters, formatNumber } from '@solvent/contracts';
import { formatCount } from '@solvent/kit';
import { Box, Button, chakra, Flex, IconButton, Text } from '@solvent/ui';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
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
  const ref = useRef<HTMLDivElement>(null);
  const lastUsedRef = useRef<string>('');
  const names = (Object.keys(details) as DetailName[]).filter(
    (name) => isSame(form.values[name], EMPTY_UPLOAD[name]) && !isSame(details[name], form.values[name]),
  );
  const count = isDismissed ? 0 : names.length;

  // The used button is removed.
  useEffect(() => {
    if (!lastUsedRef.current || document.activeElement !== document.body) return;
    (ref.current?.querySelector('button') ?? document.getElementsByName(lastUsedRef.current)[0])?.focus();
  }, [count]);

  function use(used: DetailName[]) {
    lastUsedRef.current = used[0] ?? '';
    void form.setValues({ ...form.values, ...Object.fromEntries(used.map((name) => [name, details[name]])) });
  }

  if (count === 0) return null;
  return (
    <Box
      ref={ref}
      role="group"
      aria-label="From your archive"
      bg="brand.subtle"
      borderWidth="1px"
      borderColor="brand.border"
      rounded="l2"
    >
      <Flex align="center" gap="2" ps="3" pe="1" py="1">
        <Text role="status" flex="1" fontWeight="500">
          Your archive can fill in {formatCount(count, 'field')}
        </Text>
        {count > 1 ? (
          <Button type="button" size="sm" onClick={() => use(names)}>
            Use all
          </Button>
        ) : null}
        <IconButton
          type="button"
          variant="ghost"
          colorPalette="gray"
          size="sm"
          aria-label="Dismiss what the archive offers"
          onClick={() => setDismissed(true)}
        >
          <X size={16} />
        </IconButton>
      </Flex>
      <chakra.ul listStyleType="none" pb="1">
        {names.map((name) => (
          <Flex as="li" key={name} align="center" gap="3" ps="3" pe="1" py="1" borderTopWidth="1px" borderColor="brand.border">
            <Box flex="1" minW="0">
              <Text textStyle="meta" color="fg.muted">
                {LABELS[name]}
              </Text>
              <Text truncate dir="auto">
                {describe(name, details)}
              </Text>
            </Box>
            <Button
              type="button"
              size="sm"
              variant="ghost"
              aria-label={`Use ${LABELS[name]} from the archive`}
              onClick={() => use([name])}
            >
              Use
            </Button>
          </Flex>
        ))}
      </chakra.ul>
    </Box>
  );
}
