'use client';

import { formatTimeZone, listTimeZones } from '#app/(dashboard)/projects/time-zone-options.ts';
import { useForm } from '#app/(dashboard)/use-form.ts';
import { useToast } from '#components/overlays/toast';
import { Form } from '#components/ui/form';
import { Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import { setTimeZoneAction } from './actions';

interface TimeZoneFormProps {
  projectId: string;
  /** The time zone of the days that pages show. */
  timeZone: string;
  /** The time zone whose days are being computed; null if there is none. */
  pendingTimeZone: string | null;
  /** Reason why the member can't change the time zone; null if they can. */
  denial: string | null;
}

/** The time zone of a project's days. */
export function TimeZoneForm({ projectId, timeZone, pendingTimeZone, denial }: TimeZoneFormProps) {
  const toast = useToast();
  const { form, values, change } = useForm({
    stored: { selected: pendingTimeZone ?? timeZone },
    save: ({ selected }) => setTimeZoneAction({ projectId, timeZone: selected }),
    onSaved: () =>
      toast({
        title: 'Time zone saved',
        description: 'All days are computed again in the background.',
      }),
  });
  return (
    <Form {...form} className="flex max-w-2xl flex-col gap-4" denial={denial} submitLabel="Save time zone">
      {pendingTimeZone ? (
        <Notice>
          All days are being computed again for {formatTimeZone(pendingTimeZone)}. Until then, pages show the
          days of {formatTimeZone(timeZone)}.
        </Notice>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Project time zone"
          options={listTimeZones(values.selected)}
          value={values.selected}
          onChange={(selected) => change({ selected })}
        />
      </div>
    </Form>
  );
}
