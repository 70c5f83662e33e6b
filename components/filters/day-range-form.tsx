'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';

/** What a view may span; the server takes no more. */
const mostDays = 366;

interface DayRangeFormProps {
  /** What stands in the fields first. */
  from: string;
  to: string;
  /** The button, such as "Show these days". */
  submit: string;
  onSubmit: (range: { from: string; to: string }) => void;
}

/** A first and last day by hand. */
export function DayRangeForm({ from: firstFrom, to: firstTo, submit, onSubmit }: DayRangeFormProps) {
  const [from, setFrom] = useState(firstFrom);
  const [to, setTo] = useState(firstTo);
  const wrong =
    from > to
      ? 'The first day must not lie after the last.'
      : Date.parse(to) - Date.parse(from) >= mostDays * 86_400_000
        ? `Choose at most ${mostDays} days.`
        : undefined;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) onSubmit({ from, to });
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="From"
          type="date"
          required
          value={from}
          max={to}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          label="To"
          type="date"
          required
          value={to}
          min={from}
          onChange={(event) => setTo(event.target.value)}
          error={wrong}
        />
      </div>
      <Button type="submit">{submit}</Button>
    </form>
  );
}
