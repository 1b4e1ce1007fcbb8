import { z } from 'zod';
import { Failure } from '../../core/index.js';

const field = z.object({
  name: z.string(),
  value: z.string(),
  type: z.string().optional(),
  autocomplete: z.string().optional(),
  hides: z.boolean(),
  words: z.array(z.string()),
  maxLength: z.number().catch(0),
});

const form = z.object({
  method: z.string(),
  action: z.string(),
  hasPassword: z.boolean(),
  submitName: z.string(),
  hasSubmit: z.boolean(),
  text: z.string(),
  fields: z.array(field),
  moreFields: z.number(),
  /** Of all fields and their whole values. */
  contentDigest: z.string(),
});

const facts = z.object({
  tag: z.string(),
  type: z.string().optional(),
  value: z.string().optional(),
  href: z.string().optional(),
  download: z.boolean(),
  autocomplete: z.string().optional(),
  words: z.array(z.string()),
  hides: z.boolean(),
  maxLength: z.number().catch(0),
  editable: z.boolean(),
  disabled: z.boolean(),
  shown: z.string(),
  hint: z.string(),
  editor: z.boolean(),
  hasChangeListener: z.boolean(),
  options: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  says: z.string(),
  form: form.optional(),
  isFrame: z.boolean(),
  /** A frame or a control inside it, which would get the input in its place. */
  holds: z.string().optional(),
  /** The control that it is a part of; all facts are of that. */
  control: z.object({ role: z.string(), name: z.string() }).optional(),
  time: z.number(),
});

const element = facts.extend({
  ref: z.string(),
  /** Further controls that a click on it presses. */
  also: z.array(facts),
  /** The other radio buttons of its group. */
  radios: z.array(facts),
});

const document = z.object({
  ref: z.string(),
  origin: z.string(),
  time: z.number(),
  lang: z.string(),
  fields: z.array(field),
  isWhole: z.boolean(),
  text: z.string(),
});

const answer = z.object({
  tabs: z.array(z.object({ tab: z.string().regex(/^t\d+$/u), url: z.string(), title: z.string() })),
  time: z.number().optional(),
  /** Documents that can be seen on the page. */
  shownFrames: z.number().default(0),
  documents: z.array(document).default([]),
  elements: z.array(element).default([]),
});

export type SideAnswer = z.output<typeof answer>;
export type SideElement = z.output<typeof element>;
export type SideDocument = z.output<typeof document>;

/** What the side program saw. The page's own script could have had a hand in it, so nothing is taken on trust but its form. */
export function readSideAnswer(answered: unknown): SideAnswer {
  const read = answer.safeParse(answered);
  if (!read.success) throw new Failure('browser.upstream-failed', 'what it says of the page cannot be read');
  return read.data;
}
