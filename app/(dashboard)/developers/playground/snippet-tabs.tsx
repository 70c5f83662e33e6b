'use client';

import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useCopyButton } from '#components/ui/copy-secret';
import type { RequestForm } from '#lib/contract/openapi/request-form';
import { buildRequestUrl } from '#lib/contract/service-routes';
import type { RequestInput } from '#lib/dashboard/playground/send-playground-request';
import { type SnippetLanguage, snippetLanguages, writeSnippet } from '#lib/format/request-snippets';
import { PlaygroundTab } from './playground-tab';

interface SnippetTabsProps {
  form: RequestForm;
  input: RequestInput;
  baseUrl: string;
}

/** The request as code, to copy. */
export function SnippetTabs({ form: { method, path, body }, input, baseUrl }: SnippetTabsProps) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const url = buildRequestUrl(baseUrl, path, input).href;
  const code = writeSnippet(language, { method, url, body: body ? (input.body ?? null) : undefined });
  const copy = useCopyButton(code);
  return (
    <Tabs.Root
      value={language}
      onValueChange={(next) => setLanguage(snippetLanguages.find((other) => other === next) ?? 'curl')}
    >
      <div className="mb-3 flex items-center justify-between gap-4 border-b">
        <Tabs.List aria-label="Language" className="flex gap-1">
          {snippetLanguages.map((name) => (
            <PlaygroundTab key={name} value={name}>
              {name}
            </PlaygroundTab>
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
