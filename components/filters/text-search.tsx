'use client';

import { Search } from 'lucide-react';
import Form from 'next/form';
import { useEffect, useRef } from 'react';
import { useFilters } from '#components/filters/filter-context';
import { inputClasses } from '#components/ui/classes';

const debounceMs = 300;

interface TextSearchProps {
  action: string;
  search: string;
  label?: string;
  /** Other URL parameters to keep, for a search before the page is interactive. */
  otherParameters: readonly (readonly [key: string, value: string])[];
}

/**
 * Search field of a list. It searches after a pause in typing or on Enter, and stores the text in the URL in place of the
 * previous one, so that Back leaves the search instead of undoing one edit at a time.
 */
export function TextSearch({ action, search, label = 'Search answers', otherParameters }: TextSearchProps) {
  const filters = useFilters();
  const isPending = filters?.isPending ?? false;
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // The search in the URL differs from the last one sent, for example after Back.
    if (isPending || search === sent.current) return;
    clearTimeout(timer.current);
    sent.current = search;
    if (input.current) input.current.value = search;
  }, [search, isPending]);
  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);

  function submit() {
    clearTimeout(timer.current);
    const text = input.current?.value.trim() ?? '';
    if (!filters || text === sent.current) return;
    sent.current = text;
    filters.setSearch(text);
  }
  return (
    <Form
      action={action}
      scroll={false}
      className="relative w-full md:w-72"
      data-print="hide"
      onSubmit={(event) => {
        if (!filters) return;
        event.preventDefault();
        submit();
      }}
    >
      {otherParameters.map(([key, value]) => (
        <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
      ))}
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" aria-hidden />
      <input
        ref={input}
        type="search"
        name="words"
        defaultValue={search}
        maxLength={300}
        aria-label={label}
        placeholder={label}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(submit, debounceMs);
        }}
        className={`${inputClasses} h-9 pl-9`}
      />
    </Form>
  );
}
