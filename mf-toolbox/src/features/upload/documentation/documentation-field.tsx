import { Box, lazyComponent } from '@solvent/ui';
import { MarkdownField } from '@solvent/ui/markdown';
import { useRef } from 'react';
import type { ComponentProps } from 'react';

/** The one place that loads the editor's package. */
const Toolbar = lazyComponent(() => import(/* webpackChunkName: "markdown-editor" */ './editor-toolbar.tsx'));

type DocumentationFieldProps = Pick<ComponentProps<typeof MarkdownField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>;

/** The documentation of a module, in markdown. Without the editor's code it is a field all the same. */
export function DocumentationField(props: DocumentationFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <MarkdownField
      {...props}
      ref={field}
      label="Documentation"
      help="Markdown: how to install, set up and use it. It stands on the module's page."
      writeLabel="Edit"
      headingsFrom={3}
      toolbar={
        <Box minH="32px">
          <Toolbar field={field} renderLoadError={() => null} />
        </Box>
      }
      required
    />
  );
}
