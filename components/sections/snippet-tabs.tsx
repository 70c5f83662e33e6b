'use client';

import { Tabs } from 'radix-ui';
import { useState } from 'react';
import {
  type SnippetLanguage,
  type SnippetRequest,
  snippetLanguages,
  writeSnippet,
} from '#components/sections/request-snippets';
import { useCopyButton } from '#components/ui/copy-secret';
import { Tab } from '#components/ui/tab';

/** A request as code in several languages, to copy. */
export function SnippetTabs({ request }: { request: SnippetRequest }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const code = writeSnippet(language, request);
  const copy = useCopyButton(code);
  return (
    <Tabs.Root
      value={language}
      onValueChange={(next) => setLanguage(snippetLanguages.find((other) => other === next) ?? 'curl')}
    >
      <div className="mb-3 flex items-center justify-between gap-4 border-b">
        <Tabs.List aria-label="Language" className="flex gap-1">
          {snippetLanguages.map((name) => (
            <Tab key={name} value={name}>
              {name}
            </Tab>
          ))}
        </Tabs.List>
        {copy.button}
      </div>
      <Tabs.Content value={language} tabIndex={-1} className="outline-none">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
          className="max-h-[28rem] overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs"
        >
          {code}
        </pre>
        <p role="status" className="text-xs text-muted">
          {copy.error}
        </p>
      </Tabs.Content>
    </Tabs.Root>
  );
}
