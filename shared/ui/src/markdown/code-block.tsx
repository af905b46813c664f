import { startTransition, useEffect, useState } from 'react';
import { useCopied } from '../components/use-copied.ts';
import { toast } from '../toaster/toast.ts';
import { languageOf } from './code-languages.ts';
import type { Language } from './code-languages.ts';
import type { CodePart } from './highlight-code.ts';

const loadHighlighter = () => import(/* webpackChunkName: "highlighter" */ './highlight-code.ts');

interface Coloured {
  code: string;
  parts: CodePart[] | undefined;
}

/** The code in parts, once what tells them apart has come, which loads where there is code of a language that it knows. */
function useParts(code: string, language: Language | undefined): CodePart[] | undefined {
  const [coloured, setColoured] = useState<Coloured>();
  useEffect(() => {
    if (language === undefined) return;
    let isCurrent = true;
    const colour = async () => {
      const { codeParts } = await loadHighlighter();
      // It can wait for whatever somebody does meanwhile.
      if (isCurrent) startTransition(() => setColoured({ code, parts: codeParts(code, language) }));
    };
    // Without its colours code can be read all the same; the next block asks again.
    colour().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return coloured?.code === code ? coloured.parts : undefined;
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

/** Its lines may be longer than it is wide, so the keyboard must get there. */
const SCROLLING = { tabIndex: 0 } as const;

interface CodeBlockProps {
  code: string;
  /** What is written behind the fence. */
  info: string;
}

/** A block of code with the name of its language, and a button that copies it. Long lines scroll within it. */
export function CodeBlock({ code, info }: CodeBlockProps) {
  const { label, language } = languageOf(info);
  const parts = useParts(code, language);
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
      <pre role="group" aria-label={label ? `Code, ${label}` : 'Code'} dir="ltr" {...SCROLLING}>
        <code>
          {parts
            ? // They stay in their places.
              parts.map(({ text, kind }, index) =>
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
