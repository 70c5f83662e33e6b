'use client';

import { Search } from 'lucide-react';
import Form from 'next/form';
import { inputClasses } from '#components/ui/field';

interface TextSearchProps {
  action: string;
  search: string;
  label?: string;
  /** Other URL parameters to keep. */
  otherParameters: readonly (readonly [key: string, value: string])[];
}

/** Search field of a list. The search text is stored in the URL. */
export function TextSearch({ action, search, label = 'Search answers', otherParameters }: TextSearchProps) {
  return (
    <Form action={action} scroll={false} className="relative w-full md:w-72" data-print="hide">
      {otherParameters.map(([key, value]) => (
        <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
      ))}
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" aria-hidden />
      <input
        type="search"
        name="words"
        key={search}
        defaultValue={search}
        maxLength={300}
        aria-label={label}
        placeholder={label}
        className={`${inputClasses} h-9 pl-9`}
      />
    </Form>
  );
}
