import { parse } from 'qs';
import { z } from 'zod';
import { StripeFailure } from './failures.ts';

/** Numbers and booleans arrive as text. */
const integer = z.stringFormat('integer', /^-?\d{1,15}$/).transform(Number);
const flag = z.enum(['true', 'false']).transform((it) => it === 'true');
const metadata = z.record(z.string().max(40), z.string().max(500));
const expand = z.array(z.string()).max(4).optional();
const address = z.url({ protocol: /^https?$/ });

const page = {
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  expand,
};

const priceData = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: integer.pipe(z.int().min(0).max(99_999_999)),
  product_data: z.strictObject({ name: z.string().min(1).max(250) }),
});

/** The parameters that the shop uses; Stripe has more. */
export const parameters = {
  newSession: z.strictObject({
    mode: z.literal('payment'),
    line_items: z
      .array(
        z.strictObject({
          price_data: priceData,
          quantity: integer.pipe(z.int().min(1).max(10_000)),
        }),
      )
      .min(1)
      .max(100),
    client_reference_id: z.string().max(200).optional(),
    customer_email: z.email().optional(),
    payment_intent_data: z
      .strictObject({ description: z.string().max(1000).optional(), metadata: metadata.optional() })
      .optional(),
    adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
    success_url: address,
    cancel_url: address.optional(),
    expires_at: integer.optional(),
    expand,
  }),
  sessions: z.strictObject({ ...page, payment_intent: z.string().optional() }),
  newRefund: z
    .strictObject({
      payment_intent: z.string().optional(),
      charge: z.string().optional(),
      amount: integer.pipe(z.int().min(1)).optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      metadata: metadata.optional(),
      expand,
    })
    .refine((it) => it.payment_intent !== undefined || it.charge !== undefined, {
      message:
        'One of the following params should be provided for this request: payment_intent or charge.',
    }),
  related: z.strictObject({
    ...page,
    payment_intent: z.string().optional(),
    charge: z.string().optional(),
  }),
  evidence: z.strictObject({
    evidence: z.strictObject({ uncategorized_text: z.string().max(150_000) }).optional(),
    submit: flag.optional(),
    expand,
  }),
  one: z.strictObject({ expand }),
};

/** `line_items[0][price_data][currency]` */
function nameOf(path: readonly PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return [first, ...rest.map((it) => `[${it}]`)].join('');
}

function toFailure(issue: z.core.$ZodIssue, given: unknown): StripeFailure {
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, ...issue.keys.slice(0, 1)]);
    const message = `Received unknown parameter: ${unknown}`;
    return new StripeFailure(400, { code: 'parameter_unknown', message, param: unknown });
  }
  const value = issue.path.reduce<unknown>(
    (it, key) => (it as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  if (param !== '' && value === undefined) {
    const message = `Missing required param: ${param}.`;
    return new StripeFailure(400, { code: 'parameter_missing', message, param });
  }
  if (issue.code === 'invalid_format' && issue.format === 'url') {
    return new StripeFailure(400, { code: 'url_invalid', message: 'Not a valid URL', param });
  }
  const message = param === '' ? issue.message : `Invalid ${param}: ${issue.message}`;
  return new StripeFailure(400, param === '' ? { message } : { message, param });
}

/** Reads a form body or a query. @throws StripeFailure */
export function read<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const given = parse(text, { depth: 6, parameterLimit: 500, arrayLimit: 100 });
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? toFailure(issue, given) : new Error('No issue');
}
