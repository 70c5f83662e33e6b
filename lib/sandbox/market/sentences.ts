import type { PublisherType } from '#lib/sandbox/market/publisher';
import type { EventKind } from '#lib/sandbox/momentum';

/** How each type of publisher begins. `{c}` is the category, `{s}` its singular. */
export const openers: Record<PublisherType, string[]> = {
  news: ['The market for {c} moved again this week.', 'Few shop shelves are argued over as much as {c}.'],
  reviews: [
    'We bought every {s} in this test ourselves and returned none of them clean.',
    'Six people tried these {c} for eight weeks and disagreed politely.',
    'Our test of {c} is in its ninth year, and the spreadsheet has become sentient.',
  ],
  forum: [
    'Long-time lurker, first real question about {c}.',
    'I have owned four of these, so here is an honest opinion on {c}.',
    'Moderator note: keep it kind, they are only {c}.',
  ],
  social: ['Unpopular opinion about {c}, thread below.', 'Someone had to say it about {c}.'],
  video: [
    'In this episode we drop, soak and generally mistreat some {c}.',
    'Eleven minutes on {c}, with chapters and one slow-motion accident.',
  ],
  encyclopedia: [
    'This article describes {c} in an invented market.',
    'The following is a short account of {c} that exist only here.',
  ],
  shop: [
    'Order {c} before nine and we will act surprised the next day.',
    'Our buyers chose these {c} from a very long list.',
  ],
  government: [
    'The register lists notices about {c} received in the last period.',
    'Consumers are advised to read this notice about {c} once and calmly.',
  ],
  education: [
    'This short paper compares {c} by measurement.',
    'Students measured {c} in the autumn practical.',
  ],
  own: ['Welcome to our own page, where we try to be fair to ourselves.', 'We make {c}, and this is why.'],
};

/** `{b}` the brand, `{p}` a product, `{m}` the price in the reader's money, `{u}` the unit. */
export const prices: string[] = [
  '{p} costs about {m} {u} at most shops.',
  'Expect to pay around {m} {u} for {p}.',
  'At roughly {m} {u}, {p} sits where you would expect {b} to sit.',
  '{b} asks {m} {u} for {p}, and discounts are rare outside the sales.',
  'Shops list {p} at {m} {u}, give or take a voucher.',
  'The usual price of {p} is {m} {u}.',
  'For {m} {u} you get {p} and change for a sandwich.',
];

export const comparisons: string[] = [
  'Between the two, {b} is the better choice for {f}, while {o} wins on {g}.',
  '{b} beats {o} for {f}, but {o} is ahead on {g}.',
  'Choose {b} if {f} matters most, and {o} if you care about {g}.',
];

export const even: string[] = [
  '{b} and {o} are closer than their fans admit.',
  'Neither {b} nor {o} is a mistake, which is a dull but useful finding.',
];

export const switching: string[] = [
  'People who leave {o} most often end up with {b}.',
  '{b} is the alternative to {o} that comes up first.',
  'If {o} does not suit you, {b} is worth a look.',
];

export const overviews: string[] = [
  'A {s} in this market is judged mainly by {f} and {g}.',
  'Buyers of {c} weigh {f} against {g} before they look at the price.',
];

export const events: Record<EventKind, string[]> = {
  launch: [
    '{b} has launched a new version of {p}, and early reviews are very good.',
    'The new {p} from {b} is the most talked-about launch of the season.',
  ],
  award: [
    '{b} won the Golden Turnip for {p}, the highest honour an invented jury can give.',
    'An independent jury named {p} the best of its class, a great result for {b}.',
  ],
  'price-cut': [
    '{b} has cut the price of {p} by a fifth, and shops are busy.',
    'A lasting price cut makes {p} great value, and {b} more popular.',
  ],
  recall: [
    '{b} has recalled some units of {p} because of a faulty part.',
    'The recall of {p} is a problem for {b}, although replacements are quick.',
  ],
  shortage: [
    '{p} is sold out in many shops, a supply problem that {b} expects to solve soon.',
    'Buyers are waiting weeks for {b}, which is disappointing in high season.',
  ],
};

export const complaints: string[] = [
  'Support answered within two days and offered a replacement.',
  'The thread has forty replies, of which three are useful.',
  'It is worth keeping the receipt.',
];
