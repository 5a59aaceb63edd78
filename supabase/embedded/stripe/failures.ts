/** An error of Stripe's API: https://docs.stripe.com/api/errors */
export interface ErrorBody {
  type: 'invalid_request_error' | 'idempotency_error';
  message: string;
  code?: string;
  param?: string;
}

/** `tried`: the request was valid, so Stripe answers its idempotency key with this error again. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly tried: boolean;

  constructor(status: number, body: Partial<ErrorBody> & { message: string }, tried = false) {
    super(body.message);
    this.status = status;
    this.body = { type: 'invalid_request_error', ...body };
    this.tried = tried;
  }
}

export const missing = (what: string, id: string, param = 'id'): StripeFailure =>
  new StripeFailure(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param });

/** A valid request that the state of the object does not allow. */
export const refused = (message: string, more: Partial<ErrorBody> = {}): StripeFailure =>
  new StripeFailure(400, { message, ...more }, true);
