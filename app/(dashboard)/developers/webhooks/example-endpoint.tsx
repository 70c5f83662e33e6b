'use client';

import { useState } from 'react';
import { classes } from '#components/ui/classes';
import { useCopyButton } from '#components/ui/copy-secret';
import { CodeBlock } from './code-block';

const languages = [
  { key: 'typescript', label: 'TypeScript' },
  { key: 'python', label: 'Python' },
] as const;

type Samples = Record<(typeof languages)[number]['key'], string>;

/** Example code of an endpoint that verifies signatures, in each language. */
export function ExampleEndpoint({ samples }: { samples: Samples }) {
  const [language, setLanguage] = useState<keyof Samples>('typescript');
  const { button, error } = useCopyButton(samples[language]);
  return (
    <div className="flex max-w-4xl flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <fieldset className="flex gap-1">
          <legend className="sr-only">Language</legend>
          {languages.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              aria-pressed={language === key}
              onClick={() => setLanguage(key)}
              className={classes(
                'h-8 rounded-lg px-3 font-medium',
                language === key ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-sunken',
              )}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <span key={language}>{button}</span>
      </div>
      {error ? (
        <p role="status" className="text-xs text-muted">
          {error}
        </p>
      ) : null}
      <CodeBlock label={`Endpoint in ${languages.find(({ key }) => key === language)?.label}`}>
        {samples[language]}
      </CodeBlock>
    </div>
  );
}
