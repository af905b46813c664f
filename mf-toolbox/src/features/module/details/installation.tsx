import type { Module } from '@solvent/contracts';
import { copyText } from '@solvent/kit';
import { Box, chakra, Heading, IconButton, Stack, Text, TextLink } from '@solvent/ui';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { archiveName } from '../buying/download-module.ts';
import { tabLink } from './detail-tab.ts';

const PYTHON = new Set(['Python', 'Django', 'Flask']);
const JAVASCRIPT = new Set(['React', 'Node.js', 'Express', 'TypeScript', 'JavaScript', 'Vue.js', 'Angular', 'Next.js']);

const isPython = (tags: string[]) => tags.some((tag) => PYTHON.has(tag)) && !tags.some((tag) => JAVASCRIPT.has(tag));

/** What installs a folder, and the file that says that it is a package. */
const toolOf = (tags: string[]) =>
  isPython(tags) ? { install: 'pip install', manifest: 'pyproject.toml' } : { install: 'npm install', manifest: 'package.json' };

/**
 * What installs a downloaded module, to be run where the archive lies: unpacked into a folder with the module's name, and
 * added to the project from there. Authors pack the files themselves or the folder that holds them: it finds out which.
 */
function installCommand({ slug, version, tags }: Pick<Module, 'slug' | 'version' | 'tags'>): string {
  const { install, manifest } = toolOf(tags);
  const folder = `$([ -f ${slug}/${manifest} ] && echo ./${slug} || echo ./${slug}/*/)`;
  return `unzip ${archiveName(slug, version)} -d ${slug} && ${install} ${folder}`;
}

const FENCE = /^```([^\n`]*)\n([\s\S]*?)^```/gm;
const SHELLS = new Set(['bash', 'sh', 'shell', 'zsh', 'console', 'powershell', 'text', 'env', 'dotenv']);

/** The first piece of code in a documentation that is no command for a shell; undefined where there is none. */
export function sampleUsage(documentation: string): string | undefined {
  for (const [, language = '', code = ''] of documentation.replaceAll('\r\n', '\n').matchAll(FENCE)) {
    if (code.trim() && !SHELLS.has(language.trim().toLowerCase())) return code.trimEnd();
  }
  return undefined;
}

const COPIED = 2000;

function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy(): Promise<void> {
    setCopied(await copyText(text, 'Copied', 'It could not be copied. Select the text and copy it.'));
  }
  return { isCopied, copy: () => void copy() };
}

/** Code that is there to be copied. */
function CodeBlock({ code, copyLabel }: { code: string; copyLabel: string }) {
  const { isCopied, copy } = useCopy(code);
  return (
    <Box position="relative" bg="bg.muted" borderWidth="1px" rounded="l2">
      <chakra.pre tabIndex={0} p="3" me="12" overflowX="auto" fontFamily="mono" fontSize="13px" lineHeight="20px" rounded="l2">
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

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="2">
    <Heading as="h3" textStyle="cardTitle">
      {title}
    </Heading>
    {children}
  </Stack>
);

/** The command that installs it, and code that uses it (product 2.30). */
export function Installation({ module }: { module: Module }) {
  const usage = sampleUsage(module.documentation);
  return (
    <Stack gap="6">
      <Part title="Install">
        <Text color="fg.muted">Download the module into your project, then run this there, in a shell such as bash or zsh:</Text>
        <CodeBlock code={installCommand(module)} copyLabel="Copy install command" />
      </Part>
      <Part title="Sample usage">
        {usage ? (
          <CodeBlock code={usage} copyLabel="Copy sample usage" />
        ) : (
          <Text color="fg.muted">
            The author describes it in the <TextLink to={tabLink('documentation')}>documentation</TextLink>.
          </Text>
        )}
      </Part>
    </Stack>
  );
}
