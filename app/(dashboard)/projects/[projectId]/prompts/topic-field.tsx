'use client';

import { useId } from 'react';
import { TextField } from '#components/ui/field';

interface TopicFieldProps {
  value: string;
  hint: string;
  /** Topics there are, offered while typing. */
  topics: readonly string[];
  onChange: (topic: string) => void;
}

/** A topic: one there is, or a new one. */
export function TopicField({ value, hint, topics, onChange }: TopicFieldProps) {
  const listId = useId();
  return (
    <>
      <TextField
        label="Topic"
        hint={hint}
        list={listId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {topics.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </>
  );
}
