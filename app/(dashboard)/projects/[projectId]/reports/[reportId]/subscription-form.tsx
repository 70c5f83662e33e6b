'use client';

import { useForm } from '#app/(dashboard)/use-form.ts';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { SelectField, TextArea, TextField } from '#components/ui/field';
import { Form } from '#components/ui/form';
import { Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import type { SubscriptionInput } from '#lib/dashboard/subscriptions/subscription-input';
import type { Subscription } from '#lib/dashboard/subscriptions/subscriptions';
import { formatMinuteOfDay, isPreviousDay, weekdayNames } from '#lib/format/due-time';
import { createSubscriptionAction, editSubscriptionAction } from '../subscription-actions';

const cadences = [
  { value: 'weekdays', label: 'Monday to Friday' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
] as const;
const attachmentOptions = [
  { value: 'pdf', label: 'PDF' },
  { value: 'csv', label: 'CSV' },
  { value: 'none', label: 'Nothing' },
] as const;

interface SubscriptionFormProps {
  projectId: string;
  reportId: string;
  /** The time zone of the project's days. */
  projectTimeZone: string;
  /** Null for a new subscription. */
  subscription: Subscription | null;
  /** Reason why PDFs can't be created; null if they can. */
  noPdfReason: string | null;
  onClose: () => void;
}

/** Form of a subscription. */
export function SubscriptionForm({
  projectId,
  reportId,
  projectTimeZone,
  subscription,
  noPdfReason,
  onClose,
}: SubscriptionFormProps) {
  const stored = {
    ...toDraft(subscription, noPdfReason),
    recipients: subscription?.recipients.map(({ email }) => email).join('\n') ?? '',
  };
  const { form, values, change, field, getError } = useForm<typeof stored, unknown>({
    stored,
    save: ({ recipients, ...draft }) => {
      const addresses = recipients.split(/[\s,;]+/).filter(Boolean);
      const input = { projectId, reportId, ...draft, recipients: addresses };
      return subscription
        ? editSubscriptionAction({ ...input, subscriptionId: subscription.id })
        : createSubscriptionAction(input);
    },
    onSaved: onClose,
  });
  return (
    <Form
      {...form}
      align="end"
      kind="primary"
      submitLabel="Save subscription"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <TextArea
        label="Recipients"
        placeholder="ada@example.com"
        hint="One address per line. People outside your organization must confirm first."
        required
        {...field('recipients')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Cadence"
          options={cadences}
          value={values.cadence}
          onChange={(cadence) => change({ cadence })}
        />
        {values.cadence === 'weekly' ? (
          <SelectField
            label="Day"
            value={values.weekday}
            onChange={(event) => change({ weekday: Number(event.target.value) })}
          >
            {weekdayNames.map((name, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : null}
        {values.cadence === 'monthly' ? (
          <SelectField
            label="Day"
            value={values.dayOfMonth}
            onChange={(event) => change({ dayOfMonth: Number(event.target.value) })}
          >
            {Array.from({ length: 31 }, (_, index) => index + 1).map((day) => (
              <option key={day} value={day}>
                {day === 31 ? 'Last day of the month' : day}
              </option>
            ))}
          </SelectField>
        ) : null}
        <TextField label="Time" type="time" required {...field('time')} />
        <SelectField
          label="Time zone"
          value={values.timeZone}
          onChange={(event) => change({ timeZone: event.target.value })}
          error={getError('timeZone')}
        >
          {listTimeZones(values.timeZone).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Select
          label="Attach"
          options={attachmentOptions}
          value={values.attachment}
          onChange={(attachment) => change({ attachment })}
        />
      </div>
      {values.cadence === 'monthly' &&
      values.dayOfMonth === 1 &&
      isPreviousDay(values, projectTimeZone, new Date()) ? (
        <Notice tone="warning">
          Reports use the days of the project’s time zone ({projectTimeZone.replaceAll('_', ' ')}), where the
          previous month hasn’t ended at this time. To report on the whole month, choose a later time or day
          2.
        </Notice>
      ) : null}
      {values.attachment === 'pdf' && noPdfReason ? <Notice tone="warning">{noPdfReason}</Notice> : null}
      <Checkbox
        label="Skip if nothing changed: the metrics are the same and there are no new answers"
        checked={values.skipsUnchanged}
        onChange={(skipsUnchanged) => change({ skipsUnchanged })}
      />
    </Form>
  );
}

function toDraft(
  subscription: Subscription | null,
  noPdfReason: string | null,
): Omit<SubscriptionInput, 'recipients'> {
  if (subscription) {
    const { cadence, timeZone, minuteOfDay, weekday, dayOfMonth, attachment, skipsUnchanged } = subscription;
    const time = formatMinuteOfDay(minuteOfDay);
    return { cadence, timeZone, time, weekday, dayOfMonth, attachment, skipsUnchanged };
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    cadence: 'weekly',
    timeZone,
    time: '08:00',
    weekday: 1,
    dayOfMonth: 1,
    attachment: noPdfReason ? 'csv' : 'pdf',
    skipsUnchanged: true,
  };
}

function listTimeZones(selected: string): string[] {
  return [...new Set(['UTC', selected, ...Intl.supportedValuesOf('timeZone')])];
}
