import { createParser } from 'eventsource-parser';
import { ProviderFailure } from '#lib/providers/provider';
import { parsedPart } from '#lib/providers/vendor-json';

/** The JSON values a vendor sent: the events of a stream in order, or the one body. */
export interface VendorEvents {
  events: unknown[];
  /** Whether they came one after another, so that a missing end means a broken connection. */
  streamed: boolean;
}

/**
 * Reads a successful answer whatever its framing: one JSON body, a JSON array of events, server-sent events, or
 * one JSON value a line. The content type is not asked, for gateways rewrite it.
 * @throws ProviderFailure transient when it is none of these, or ends in the middle of an event
 */
export function readVendorEvents(text: string): VendorEvents {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (/^[{[]/.test(trimmed)) {
    const whole = parsedPart(trimmed);
    if (whole !== undefined) {
      return Array.isArray(whole) ? { events: whole, streamed: true } : { events: [whole], streamed: false };
    }
    return { events: trimmed.split(/\r?\n/).filter(Boolean).map(parsedEvent), streamed: true };
  }
  const data: string[] = [];
  const parser = createParser({ onEvent: (event) => data.push(event.data) });
  parser.feed(`${trimmed}\n\n`);
  const events = data.filter((item) => item !== '' && item !== '[DONE]').map(parsedEvent);
  if (events.length === 0)
    throw new ProviderFailure('transient', 'The vendor answered with neither JSON nor events.');
  return { events, streamed: true };
}

function parsedEvent(text: string): unknown {
  const event = parsedPart(text);
  if (event === undefined)
    throw new ProviderFailure('transient', 'The vendor’s answer ended in the middle of an event.');
  return event;
}
