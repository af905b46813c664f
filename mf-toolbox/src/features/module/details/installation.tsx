import type { Module } from '@solvent/contracts';
import { Heading, Stack, Text, TextLink } from '@solvent/ui';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { tabLink } from './detail-tab.ts';
import { installCommand } from './install-command.ts';
import { sampleUsage } from './sample-usage.ts';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap="2">
    <Heading as="h3" textStyle="cardTitle">
      {title}
    </Heading>
    {children}
  </Stack>
);

/** The command that installs it, and code that uses it (spec 2). */
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
