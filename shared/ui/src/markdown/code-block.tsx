import { startTransition, useEffect, useState } from 'react';
import { useCopied } from '../components/use-copied.ts';
import { toast } from '../toaster/toast.ts';
import { findLanguage } from './code-languages.ts';
import type { Language } from './code-languages.ts';
import type { CodeToken } from './highlight-code.ts';

const loadHighlighter = () => import(/* webpackChunkName: "highlighter" */ './highlight-code.ts');

interface HighlightedCode {
  code: string;
  tokens: CodeToken[] | undefined;
}

/** Returns highlighted tokens once the highlighter is loaded, which happens only for known languages. */
function useHighlight(code: string, language: Language | undefined): CodeToken[] | undefined {
  const [highlighted, setHighlighted] = useState<HighlightedCode>();
  useEffect(() => {
    if (language === undefined) return;
    let isCurrent = true;
    const highlight = async () => {
      const { highlightCode } = await loadHighlighter();
      // Highlighting can wait for user input.
      if (isCurrent) startTransition(() => setHighlighted({ code, tokens: highlightCode(code, language) }));
    };
    // Code is readable without highlighting; the next block retries.
    highlight().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return highlighted?.code === code ? highlighted.tokens : undefined;
}

function useCopy(text: string) {
  const [isCopied, setCopied] = useCopied();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error('It could not be copied. Select the text and copy it.');
    }
  }
  return { isCopied, copy: () => void copy() };
}

/** Long lines scroll, so the block must be focusable. */
const SCROLLABLE = { tabIndex: 0 } as const;

interface CodeBlockProps {
  code: string;
  info: string;
}

export function CodeBlock({ code, info }: CodeBlockProps) {
  const { label, language } = findLanguage(info);
  const tokens = useHighlight(code, language);
  const { isCopied, copy } = useCopy(code.replace(/\n$/, ''));
  return (
    <div data-code="">
      <div>
        <span dir="auto">{label}</span>
        <span role="status">{isCopied ? 'Copied' : ''}</span>
        <button type="button" aria-label="Copy code" onClick={copy}>
          Copy
        </button>
      </div>
      <pre role="group" aria-label={label ? `Code, ${label}` : 'Code'} dir="ltr" {...SCROLLABLE}>
        <code>
          {tokens
            ? // Indexes as keys, because the order of tokens never changes.
              tokens.map(({ text, kind }, index) =>
                kind ? (
                  <span key={index} data-kind={kind}>
                    {text}
                  </span>
                ) : (
                  text
                ),
              )
            : code}
        </code>
      </pre>
    </div>
  );
}
