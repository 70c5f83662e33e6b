'use client';

import type { useForm } from '#app/(dashboard)/use-form.ts';
import { TextField } from '#components/ui/field';

/** The form values of quiet hours. Times are HH:MM; they are empty if there are no quiet hours. */
export interface QuietHoursValues {
  quietFrom: string;
  quietTo: string;
  timeZone: string;
}

interface QuietHoursFieldsProps {
  field: ReturnType<typeof useForm<QuietHoursValues, unknown>>['field'];
}

/** The fields of quiet hours. */
export function QuietHoursFields({ field }: QuietHoursFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">Quiet hours</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...field('quietFrom')} label="From" type="time" />
        <TextField {...field('quietTo')} label="To" type="time" />
        <TextField
          {...field('timeZone')}
          label="Time zone"
          placeholder={getBrowserTimeZone()}
          autoComplete="off"
        />
      </div>
      <p className="text-xs text-muted">
        Messages are held until quiet hours end, then sent as one message. Leave the times empty for no quiet
        hours.
      </p>
    </fieldset>
  );
}

function getBrowserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Converts form values to quiet hours. The time zone defaults to that of the browser. */
export function toQuietHours({ quietFrom, quietTo, timeZone }: QuietHoursValues) {
  return {
    quietFrom: toMinutes(quietFrom),
    quietTo: toMinutes(quietTo),
    timeZone: timeZone.trim() || getBrowserTimeZone(),
  };
}

function toMinutes(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Formats minutes after midnight as HH:MM; null as an empty string. */
export function formatMinutes(minutes: number | null): string {
  if (minutes === null) return '';
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
