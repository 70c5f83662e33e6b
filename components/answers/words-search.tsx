import { Search } from 'lucide-react';
import Form from 'next/form';
import { inputClasses } from '#components/ui/field';

interface WordsSearchProps {
  action: string;
  words: string;
  /** The rest of the address, kept while searching. */
  kept: readonly (readonly [key: string, value: string])[];
}

/** Searches the texts of the answers in the list. */
export function WordsSearch({ action, words, kept }: WordsSearchProps) {
  return (
    <Form action={action} scroll={false} className="relative w-full md:w-72" data-print="hide">
      {kept.map(([key, value]) => (
        <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
      ))}
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" aria-hidden />
      <input
        type="search"
        name="words"
        key={words}
        defaultValue={words}
        maxLength={300}
        aria-label="Words in the answer"
        placeholder="Words in the answer"
        className={`${inputClasses} h-9 pl-9`}
      />
    </Form>
  );
}
