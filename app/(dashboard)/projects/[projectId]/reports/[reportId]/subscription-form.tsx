'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { SelectField, TextArea, TextField } from '#components/ui/field';
import { Notice } from '#components/ui/notice';
import { Select } from '#components/ui/select';
import type { SubscriptionInput } from '#lib/dashboard/subscriptions/subscription-input';
import type { Subscription } from '#lib/dashboard/subscriptions/subscriptions';
import { formatMinuteOfDay, isPreviousUtcDay, weekdayNames } from '#lib/format/due-time';
import { getFieldMessage, useAction } from '../../../../use-action';
import { saveSubscriptionAction } from '../subscription-actions';

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
  subscription,
  noPdfReason,
  onClose,
}: SubscriptionFormProps) {
  const [draft, setDraft] = useState<SubscriptionInput>(() => toDraft(subscription, noPdfReason));
  const [addresses, setAddresses] = useState(
    () => subscription?.recipients.map(({ email }) => email).join('\n') ?? '',
  );
  const saving = useAction(saveSubscriptionAction, onClose);
  const { problem } = saving;
  const change = (changes: Partial<SubscriptionInput>) => setDraft({ ...draft, ...changes });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const recipients = addresses.split(/[\s,;]+/).filter(Boolean);
        const id = subscription ? { subscriptionId: subscription.id } : {};
        saving.run({ projectId, reportId, ...id, subscription: { ...draft, recipients } });
      }}
    >
      {problem?.fields.every(({ field }) => field === '') ? (
        <Notice tone="danger">{problem.message}</Notice>
      ) : null}
      <TextArea
        label="Recipients"
        placeholder="ada@example.com"
        hint="One address per line. People outside your organization must confirm first."
        required
        value={addresses}
        onChange={(event) => setAddresses(event.target.value)}
        error={
          getFieldMessage(problem, 'recipients') ??
          problem?.fields.find(({ field }) => field.startsWith('recipients'))?.message
        }
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Cadence"
          options={cadences}
          value={draft.cadence}
          onChange={(cadence) => change({ cadence })}
        />
        {draft.cadence === 'weekly' ? (
          <SelectField
            label="Day"
            value={draft.weekday}
            onChange={(event) => change({ weekday: Number(event.target.value) })}
          >
            {weekdayNames.map((name, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : null}
        {draft.cadence === 'monthly' ? (
          <SelectField
            label="Day"
            value={draft.dayOfMonth}
            onChange={(event) => change({ dayOfMonth: Number(event.target.value) })}
          >
            {Array.from({ length: 31 }, (_, index) => index + 1).map((day) => (
              <option key={day} value={day}>
                {day === 31 ? 'Last day of the month' : day}
              </option>
            ))}
          </SelectField>
        ) : null}
        <TextField
          label="Time"
          type="time"
          required
          value={draft.time}
          onChange={(event) => change({ time: event.target.value })}
          error={getFieldMessage(problem, 'time')}
        />
        <SelectField
          label="Time zone"
          value={draft.timeZone}
          onChange={(event) => change({ timeZone: event.target.value })}
          error={getFieldMessage(problem, 'timeZone')}
        >
          {listTimeZones(draft.timeZone).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Select
          label="Attach"
          options={attachmentOptions}
          value={draft.attachment}
          onChange={(attachment) => change({ attachment })}
        />
      </div>
      {draft.cadence === 'monthly' && draft.dayOfMonth === 1 && isPreviousUtcDay(draft, new Date()) ? (
        <Notice tone="warning">
          Reports use UTC days, and at this time the previous month hasn’t ended in UTC. To report on the
          whole month, choose a later time or day 2.
        </Notice>
      ) : null}
      {draft.attachment === 'pdf' && noPdfReason ? <Notice tone="warning">{noPdfReason}</Notice> : null}
      <Checkbox
        label="Skip if nothing changed: the metrics are the same and there are no new answers"
        checked={draft.skipsUnchanged}
        onChange={(skipsUnchanged) => change({ skipsUnchanged })}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={saving.busy}>
          Save subscription
        </Button>
      </div>
    </form>
  );
}

function toDraft(subscription: Subscription | null, noPdfReason: string | null): SubscriptionInput {
  if (subscription) {
    const { cadence, timeZone, minuteOfDay, weekday, dayOfMonth, attachment, skipsUnchanged } = subscription;
    const time = formatMinuteOfDay(minuteOfDay);
    return { cadence, timeZone, time, weekday, dayOfMonth, attachment, skipsUnchanged, recipients: [] };
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    cadence: 'weekly',
    timeZone,
    time: '08:00',
    weekday: 1,
    dayOfMonth: 1,
    recipients: [],
    attachment: noPdfReason ? 'csv' : 'pdf',
    skipsUnchanged: true,
  };
}

function listTimeZones(selected: string): string[] {
  return [...new Set(['UTC', selected, ...Intl.supportedValuesOf('timeZone')])];
}
