// Code in several languages, with one of them shown and a copy button.

import { useRef, useState } from 'preact/hooks';
import type { Child } from '../api/types.ts';
import { CopyButton } from './copy.tsx';

export interface Snippet {
  language: string;
  code: string;
}

/** The language that the reader chose last. */
let lastChosen = '';

export function CodeBlock({ snippets }: { snippets: Snippet[] }) {
  const [chosen, setChosen] = useState(lastChosen);
  const text = useRef<HTMLElement>(null);
  const shown = snippets.find(({ language }) => language === chosen) ?? snippets[0];
  return (
    <div class="code-block">
      <div class="code-head">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
        <div role="group" aria-label="Language">
          {snippets.map(({ language }) => (
            <button type="button" aria-pressed={language === shown?.language} onClick={() => choose(language)}>
              {language}
            </button>
          ))}
        </div>
        <CopyButton of={text} />
      </div>
      {scrolled(shown?.language ?? '', <code ref={text}>{shown?.code}</code>)}
    </div>
  );

  function choose(language: string) {
    lastChosen = language;
    setChosen(language);
  }
}

/** Returns a text whose long lines scroll. */
export function scrolled(label: string, text: Child) {
  return (
    // biome-ignore lint/a11y: the keyboard can scroll only where the focus is
    <pre class="text" tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
  );
}
