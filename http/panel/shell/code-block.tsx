// Code in several languages, with one of them shown and a copy button.

import { useRef, useState } from 'preact/hooks';
import { CopyButton } from './copy.tsx';

export interface Snippet {
  language: string;
  code: string;
}

export function codeBlock(snippets: Snippet[]) {
  return <CodeBlock snippets={snippets} />;
}

/** The language that the reader chose last. */
let lastChosen = '';

function CodeBlock({ snippets }: { snippets: Snippet[] }) {
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
      {/* biome-ignore lint/a11y: long lines scroll, which the keyboard can do only where the focus is */}
      <pre class="text" tabIndex={0} role="group" aria-label={shown?.language}>
        <code ref={text}>{shown?.code}</code>
      </pre>
    </div>
  );

  function choose(language: string) {
    lastChosen = language;
    setChosen(language);
  }
}
