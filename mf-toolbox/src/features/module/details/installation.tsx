import type { Module } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { copyText, LoadError, PersonalArea, SkeletonRegion } from '@solvent/kit';
import { Box, chakra, Code, Heading, IconButton, Skeleton, Stack, Text, TextLink, useHydrated } from '@solvent/ui';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { filesOptions } from '../../../api/modules.ts';
import { getTabLocation } from './use-detail-tab.ts';
import { getInstallFolder, getInstallCommand } from './install-command.ts';

const CODE_FENCE = /^```([^\n`]*)\n([\s\S]*?)^```/gm;
const SHELL_LANGUAGES = new Set(['bash', 'sh', 'shell', 'zsh', 'console', 'powershell', 'text', 'env', 'dotenv']);

/** Returns the first code block of the documentation that is not a shell command. */
export function findSampleUsage(documentation: string): string | undefined {
  for (const [, language = '', code = ''] of documentation.replaceAll('\r\n', '\n').matchAll(CODE_FENCE)) {
    if (code.trim() && !SHELL_LANGUAGES.has(language.trim().toLowerCase())) return code.trimEnd();
  }
  return undefined;
}

const COPIED_FEEDBACK_MS = 2000;

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy(): Promise<void> {
    setCopied(await copyText(text, 'Copied', 'It could not be copied. Select the text and copy it.'));
  }
  return { isCopied, copy: () => void copy() };
}

interface CodeBlockProps {
  code: string;
  copyLabel: string;
  /** Wraps long lines instead of scrolling. */
  wraps?: boolean;
}

const WRAP_STYLES = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

function CodeBlock({ code, copyLabel, wraps = false }: CodeBlockProps) {
  const { isCopied, copy } = useCopy(code);
  return (
    <Box position="relative" bg="bg.muted" borderWidth="1px" rounded="l2">
      <chakra.pre
        {...(wraps ? WRAP_STYLES : {})}
        tabIndex={0}
        p="3"
        me="12"
        overflowX="auto"
        fontFamily="mono"
        fontSize="13px"
        lineHeight="20px"
        rounded="l2"
      >
        <code>{code}</code>
      </chakra.pre>
      <IconButton
        position="absolute"
        top="1"
        insetEnd="1"
        size="sm"
        variant="ghost"
        colorPalette="gray"
        bg="bg.muted"
        aria-label={copyLabel}
        title={copyLabel}
        onClick={copy}
      >
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </IconButton>
    </Box>
  );
}

const Subsection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="2">
    <Heading as="h3" textStyle="cardTitle">
      {title}
    </Heading>
    {children}
  </Stack>
);

function InstallCommand({ module }: { module: Module }) {
  const isHydrated = useHydrated();
  const { data: files, isPending, error, refetch } = useQuery(filesOptions(module.id));
  if (isPending || !isHydrated)
    return (
      <SkeletonRegion minH="120px">
        <Skeleton h="88px" />
      </SkeletonRegion>
    );
  if (!files)
    return <LoadError size="inline" title="The command could not be loaded." error={error} onRetry={() => void refetch()} />;
  const { command, hasPackage } = getInstallCommand(module, files, window.location.origin);
  const folder = <Code size="sm">{getInstallFolder(module)}</Code>;
  return (
    <>
      {module.priceCents > 0 ? (
        <PersonalArea>
          <Text color="fg.muted">
            {module.owned ? 'Download the module' : 'Buy the module, download it'} into your project’s folder, and run this there,
            in a shell such as bash or zsh:
          </Text>
        </PersonalArea>
      ) : (
        <Text color="fg.muted">Run this in your project’s folder, in a shell such as bash or zsh:</Text>
      )}
      <CodeBlock code={command} copyLabel="Copy install command" wraps />
      <Text color="fg.muted" overflowWrap="anywhere">
        {hasPackage ? (
          <>This unpacks the module into {folder} and adds it to your project.</>
        ) : (
          <>This unpacks the module into {folder}. It is not an npm or pip package: import its files from there.</>
        )}
      </Text>
    </>
  );
}

export function Installation({ module }: { module: Module }) {
  const usage = findSampleUsage(module.documentation);
  return (
    <Stack gap="6">
      <Subsection title="Install">
        <InstallCommand module={module} />
      </Subsection>
      <Subsection title="Sample usage">
        {usage ? (
          <CodeBlock code={usage} copyLabel="Copy sample usage" />
        ) : (
          <Text color="fg.muted">
            The author describes it in the <TextLink to={getTabLocation('documentation')}>documentation</TextLink>.
          </Text>
        )}
      </Subsection>
    </Stack>
  );
}
