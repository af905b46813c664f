const FENCE = /^```([^\n`]*)\n([\s\S]*?)^```/gm;
const SHELLS = new Set(['bash', 'sh', 'shell', 'zsh', 'console', 'powershell', 'text', 'env', 'dotenv']);

/** The first piece of code in a documentation that is no command for a shell; undefined where there is none. */
export function sampleUsage(documentation: string): string | undefined {
  for (const [, language = '', code = ''] of documentation.replaceAll('\r\n', '\n').matchAll(FENCE)) {
    if (code.trim() && !SHELLS.has(language.trim().toLowerCase())) return code.trimEnd();
  }
  return undefined;
}
